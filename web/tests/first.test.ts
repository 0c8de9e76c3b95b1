import { afterEach, expect, it, vi } from "vitest";
import { socketUrl } from "../src/api/socket";
import { SETTINGS } from "../src/i18n/language";

afterEach(() => localStorage.clear());

it("the address of the line names the room, for proxies, and the session", () => {
  const { searchParams } = new URL(socketUrl("AB12"));
  expect(searchParams.get("room")).toBe("AB12");
  expect(searchParams.get("session")).not.toBeNull();
});

it.each([
  ["nothing kept", null, "en-US"],
  ["a language chosen", JSON.stringify({ state: { language: "zh-CN" } }), "zh-CN"],
  ["settings that cannot be read", "{", "en-US"],
])("the first language is known before the settings: %s", async (_name, kept, language) => {
  if (kept !== null) localStorage.setItem(SETTINGS, kept);
  vi.resetModules();
  const { currentLanguage } = await import("../src/i18n/language");
  expect(currentLanguage()).toBe(language);
});
