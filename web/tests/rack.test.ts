import { describe, expect, it } from "vitest";
import {
  fan,
  leastStep,
  moved,
  moveIn,
  rowCard,
  rowStep,
  shandongRack,
  TOUCH,
  unoRack,
  withOwnOrder,
} from "../src/game/rack";

describe("the rack on a phone", () => {
  it("puts 30 cards into 8 columns and 4 rows at 360 px, no cell under 44 × 44", () => {
    const rack = shandongRack(30, 360, 244);
    expect([rack.columns, rack.rows]).toEqual([8, 4]);
    expect(rack.cell.width).toBeGreaterThanOrEqual(TOUCH);
    expect(rack.cell.height).toBeGreaterThanOrEqual(TOUCH);
    expect(rack.columns * rack.cell.width).toBeLessThanOrEqual(360);
  });
  it("needs seven columns at 320 px", () => {
    expect(shandongRack(30, 320, 244).columns).toBe(7);
  });
  it.each([1, 7, 8, 12, 14, 15, 24, 25, 40])("gives %i UNO cards cells a finger can hit, inside 360 px", (count) => {
    const rack = unoRack(count, 360, 244);
    expect(rack.cell.width).toBeGreaterThanOrEqual(TOUCH);
    expect(rack.columns * rack.rows).toBeGreaterThanOrEqual(count);
    expect(rack.columns * rack.cell.width).toBeLessThanOrEqual(360);
  });
  it("shows up to seven UNO cards in one row and fourteen in two", () => {
    expect(unoRack(7, 360, 244).rows).toBe(1);
    expect(unoRack(14, 360, 244).rows).toBe(2);
  });
  it.each([
    [16, 8],
    [18, 6],
    [20, 7],
    [30, 8],
  ])("spreads %i UNO cards over its rows, in columns as wide as that allows", (count, columns) => {
    expect(unoRack(count, 360, 244).columns).toBe(columns);
  });
  it("has higher tiles in a high window", () => {
    expect(unoRack(7, 404, 302).cell.height).toBeGreaterThan(unoRack(7, 352, 244).cell.height);
  });
});

describe("the rack on an upright tablet", () => {
  it("has larger cells when few cards are left, in the same room", () => {
    const racks = [0, 1, 9, 14, 15, 26, 30].map((count) => shandongRack(count, 744, 338));
    expect(racks.map((rack) => rack.cell.width)).toEqual([100, 100, 100, 100, 84, 72, 72]);
    expect(new Set(racks.map((rack) => rack.keeps))).toEqual(new Set([294]));
    expect([1, 7, 8, 9].map((count) => shandongRack(count, 725, 148).cell.width)).toEqual([100, 100, 84, 55]);
    expect([1, 4, 5, 8].map((count) => shandongRack(count, 352, 212).cell.width)).toEqual([88, 88, 78, 78]);
  });
  it("puts 30 cards in two rows of a low window", () => {
    const rack = shandongRack(30, 725, 148);
    expect([rack.columns, rack.rows, rack.scrolls]).toEqual([15, 2, false]);
  });
});

describe("the rows of a Shandong rack", () => {
  it.each([
    [8, 352, 4],
    [15, 352, 5],
    [11, 744, 6],
    [24, 725, 12],
  ])("hold about as many of %i cards each in %i px", (count, width, columns) => {
    expect(shandongRack(count, width, width > 352 ? 300 : 244).columns).toBeLessThanOrEqual(columns);
  });
  it("have larger cells as long as nobody holds the kitty", () => {
    expect(shandongRack(26, 725, 148)).toMatchObject({ columns: 13, rows: 2, cell: { width: 55, height: 70 } });
    expect(shandongRack(12, 725, 148)).toMatchObject({ columns: 12, rows: 1, cell: { width: 55, height: 70 } });
  });
});

describe("the fan on a desktop", () => {
  it.each([920, 1010, 1080, 1420, 1930])("has a full hand in one row of %i px", (width) => {
    const card = rowCard(width, 86);
    expect(card).toBeDefined();
    const spread = fan([10, 5, 6, 5, 4], width, card ?? 0, rowStep(card ?? 0));
    expect(spread.rows).toBe(1);
    expect(spread.step).toBeGreaterThanOrEqual(24);
  });
  it("has larger cards while nobody holds the kitty", () => {
    expect(rowCard(1091, 86)).toBeGreaterThanOrEqual(74);
    expect(rowCard(1091, 86, 26)).toBeGreaterThanOrEqual(82);
  });
  it("gives up one row where its cards would be too small", () => {
    expect(rowCard(725, 58)).toBeUndefined();
  });
  it("keeps groups apart and every strip at least 30 wide", () => {
    const spread = fan([12, 6, 3, 3], 1064, 86);
    expect(spread.rows).toBe(1);
    expect(spread.step).toBeGreaterThanOrEqual(30);
    expect((spread.left[12] ?? 0) - (spread.left[11] ?? 0)).toBe(86 + 12);
  });
  it("gives trumps a row of their own when 30 does not fit", () => {
    const spread = fan([14, 4, 4, 4, 4], 700, 86);
    expect(spread.rows).toBe(2);
    expect(spread.row.slice(0, 14).every((row) => row === 0)).toBe(true);
    expect(spread.row[14]).toBe(1);
  });
  it("lays a single group in two halves when its strips would be too narrow", () => {
    const spread = fan([30], 672, 66);
    expect(spread.row.filter((row) => row === 0)).toHaveLength(15);
    expect(spread.step).toBeGreaterThanOrEqual(leastStep(66));
  });
  it("stays inside its width", () => {
    for (const width of [620, 800, 1064]) {
      const spread = fan([8], width, 104);
      expect((spread.left[7] ?? 0) + 104).toBeLessThanOrEqual(width);
    }
  });
});

describe("keys and dragging", () => {
  it("moves by rows and stops at the edges", () => {
    expect(moveIn(30, 8, 0, "ArrowDown")).toBe(8);
    expect(moveIn(30, 8, 25, "ArrowDown")).toBe(25);
    expect(moveIn(30, 8, 3, "ArrowUp")).toBe(3);
    expect(moveIn(30, 8, 29, "ArrowRight")).toBe(29);
    expect(moveIn(30, 8, 12, "End")).toBe(29);
  });
  it("keeps an order given by hand, and new cards find their place beside their neighbours", () => {
    expect(withOwnOrder(["a", "b", "c"], ["c", "a"])).toEqual(["c", "a", "b"]);
    expect(withOwnOrder(["a", "b", "c"], [])).toEqual(["a", "b", "c"]);
    expect(withOwnOrder(["a", "b"], ["gone", "b", "a"])).toEqual(["b", "a"]);
  });
  it("puts a dragged card before the place where it was let go", () => {
    expect(moved(["a", "b", "c", "d"], "a", 3)).toEqual(["b", "c", "a", "d"]);
    expect(moved(["a", "b", "c", "d"], "d", 0)).toEqual(["d", "a", "b", "c"]);
  });
});
