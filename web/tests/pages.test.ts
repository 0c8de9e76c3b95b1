import { describe, expect, it } from "vitest";
import { holds, houseRules, toggled, withOption } from "../src/game/houseRules";
import { keepPreset, presetIn, presetLink, presetsOf } from "../src/state/presets";
import { readRoute } from "../src/state/route";

const BOOK = { stackDrawCards: false, sevenSwap: false, zeroRotate: false, targetScore: 500, drawMode: "one" };
const rule = (id: string) => {
  const found = houseRules("uno").find((known) => known.id === id);
  if (!found) throw new Error(id);
  return found;
};

describe("house rules", () => {
  it("set their options, and give them back", () => {
    const on = toggled(rule("sevenZero"), {}, BOOK);
    expect(on).toEqual({ sevenSwap: true, zeroRotate: true });
    expect(holds(rule("sevenZero"), on, BOOK)).toBe(true);
    expect(toggled(rule("sevenZero"), on, BOOK)).toEqual({});
  });
  it("can be switched off where the rulebook has them", () => {
    const book = { ...BOOK, stackDrawCards: true };
    expect(holds(rule("stacking"), {}, book)).toBe(true);
    expect(toggled(rule("stacking"), {}, book)).toEqual({ stackDrawCards: false });
  });
  it("leave out what the rulebook says anyway", () => {
    expect(withOption({ targetScore: 60 }, BOOK, "targetScore", 500)).toEqual({});
    expect(withOption({}, BOOK, "targetScore", null)).toEqual({ targetScore: null });
  });
});

describe("own rules", () => {
  const preset = {
    name: "Friday 星期五",
    game: "uno",
    rulebook: "official",
    options: { targetScore: null, jumpIn: true },
  };
  it("travel in a link", () => {
    const { parts, query } = readRoute(new URL(presetLink(preset)).hash);
    expect(parts).toEqual(["new", "uno"]);
    expect(presetIn("uno", query)).toEqual(preset);
  });
  it("are kept by name", () => {
    keepPreset(preset);
    keepPreset({ ...preset, options: {} });
    expect(presetsOf("uno")).toEqual([{ ...preset, options: {} }]);
    expect(presetsOf("shandong")).toEqual([]);
  });
  it("that cannot be read are left alone", () => {
    expect(presetIn("uno", new URLSearchParams("rulebook=official&options={"))).toBeNull();
    expect(presetIn("uno", new URLSearchParams("rulebook=official&options=[1]"))).toBeNull();
    expect(presetIn("uno", new URLSearchParams(""))).toBeNull();
  });
});

it("a mangled address is read as it stands", () => {
  expect(readRoute("#/room/%E0%A4%A").parts).toEqual(["room", "%E0%A4%A"]);
});
