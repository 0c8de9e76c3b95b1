import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("types.gen.ts is what the server's types give", () => {
  const script = `${process.cwd()}/scripts/types.mjs`;
  expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
});
