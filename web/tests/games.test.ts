import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OUR_GAMES } from "../src/table/games";

/** Where a game may be named: in its own parts, in the registry, and where the page keeps its words. */
const OWN = /^(table\/(uno|shandong)\/|cards\/|i18n\/|table\/games\.ts$|game\/words\.ts$)|\.gen\.ts$/;
/** The name of a sound. */
const SOUND = "sound/sound.ts";

it("only a game's own parts name it", () => {
  const source = join(process.cwd(), "src");
  const named = new RegExp(`["'\`](${OUR_GAMES.join("|")})["'\`.]|/(${OUR_GAMES.join("|")})/`);
  const files = readdirSync(source, { recursive: true, encoding: "utf-8" }).filter((name) => /\.tsx?$/.test(name));
  const others = files.filter((name) => !OWN.test(name) && name !== SOUND);
  expect(others.length).toBeGreaterThan(50);
  expect(others.filter((name) => named.test(readFileSync(join(source, name), "utf-8")))).toEqual([]);
});
