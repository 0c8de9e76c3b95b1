import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FOLDER = "src/styles/";

it("animations move and fade, and paint nothing anew", () => {
  const others = readdirSync(FOLDER).flatMap((file) => {
    const text = readFileSync(FOLDER + file, "utf8");
    return [...text.matchAll(/@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, name, body]) =>
      [...(body ?? "").matchAll(/([\w-]+):/g)]
        .map(([, property]) => `${name}: ${property}`)
        .filter((found) => !/: (transform|opacity|visibility)$/.test(found)),
    );
  });
  expect(others).toEqual([]);
});
