import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// Time passes only when a test says so, and nothing is left to chance.
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockImplementation(() => {
    throw new Error("a test must not depend on Math.random");
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
