import { describe, expect, it } from "vitest";
import { pokerCard, printedPoints, unoCard } from "../src/cards/faces";
import { shandongPlaces, unoPlaces } from "../src/game/seating";
import { offers, twinIn } from "../src/game/shandong";
import { sortedUno, whatFits } from "../src/game/uno";
import type { GameAction, UnoView } from "../src/game/views";
import { plotOf } from "../src/pages/RatingPlot";
import { marksOf, partsOf, stepsOf, turnOfSeq } from "../src/replay/steps";
import { readRoute } from "../src/state/route";
import { actionsWith, actionWords, countOf, handOf, pilesOf, turnOf } from "../src/table/generic/reading";
import { UNO_NARRATION } from "../src/table/uno/log";

describe("card faces", () => {
  it("reads every kind of UNO id", () => {
    expect(unoCard("red-5-9")).toMatchObject({ color: "red", type: "number", value: 5 });
    expect(unoCard("yellow-draw_two-99")).toMatchObject({ color: "yellow", type: "draw_two" });
    expect(unoCard("wild-100")).toMatchObject({ color: null, type: "wild" });
    expect(unoCard("wild-draw-four-107")).toMatchObject({ color: null, type: "wild_draw_four" });
  });
  it("reads poker ids and prints points on 5, 10 and K", () => {
    expect(pokerCard("spades_10_1")).toMatchObject({ suit: "spades", rank: "10" });
    expect(
      ["hearts_5_0", "clubs_10_0", "diamonds_K_1", "spades_A_0"].map((id) => printedPoints(pokerCard(id))),
    ).toEqual([5, 10, 10, 0]);
  });
});

describe("seats", () => {
  it("puts three others left, top and right, clockwise from my left", () => {
    expect(unoPlaces([0, 1, 2, 3], 1)).toEqual([
      { seat: 2, side: "left" },
      { seat: 3, side: "top" },
      { seat: 0, side: "right" },
    ]);
  });
  it("puts nine others two left, five top, two right", () => {
    const sides = unoPlaces([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0).map((p) => p.side);
    expect(sides).toEqual(["left", "left", "top", "top", "top", "top", "top", "right", "right"]);
  });
  it("seats everybody when somebody watches", () => {
    expect(unoPlaces([0, 1, 2], -3).map((p) => p.seat)).toEqual([0, 1, 2]);
  });
  it("plays counter-clockwise in Shandong: the next player sits right", () => {
    expect(shandongPlaces(2)).toEqual({ bottom: 2, right: 3, top: 0, left: 1 });
  });
});

describe("UNO views", () => {
  const legal: GameAction[] = ["green-2-55", "red-9-18", "wild-100"].map((cardId) => ({ type: "PLAY_CARD", cardId }));
  it("sums up what the server calls legal", () => {
    const fits = whatFits({ currentColor: "green" } as UnoView, legal);
    expect(fits.colour).toBe("green");
    expect(fits.faces.map((c) => c.value)).toEqual([9]);
    expect(fits.wild).toBe(true);
  });
  it("sorts red, yellow, green, blue, wild", () => {
    expect(sortedUno(["wild-100", "blue-0-25", "red-3-5", "green-2-55", "yellow-1-76"], "colour")).toEqual([
      "red-3-5",
      "yellow-1-76",
      "green-2-55",
      "blue-0-25",
      "wild-100",
    ]);
    expect(sortedUno(["blue-9-43", "red-3-5"], "value")).toEqual(["red-3-5", "blue-9-43"]);
  });
});

describe("Shandong views", () => {
  it("offers one declaration per meaning", () => {
    const legal = [
      { type: "DECLARE", cards: ["joker_small_0", "hearts_9_0", "hearts_9_1"] },
      { type: "DECLARE", cards: ["joker_small_1", "hearts_9_0", "hearts_9_1"] },
      { type: "PASS" },
    ];
    expect(offers(legal)).toHaveLength(1);
  });
  it("offers every suit before a second pair of one", () => {
    const pairs = ["spades_Q", "spades_9", "hearts_7", "hearts_4", "diamonds_6"];
    const legal = pairs.map((face) => ({ type: "DECLARE", cards: ["joker_small_0", `${face}_0`, `${face}_1`] }));
    expect(offers(legal).map((offer) => offer.cards?.[1])).toEqual(
      ["spades_Q", "hearts_7", "diamonds_6", "spades_9", "hearts_4"].map((face) => `${face}_0`),
    );
  });
  it("finds the twin of a card", () => {
    expect(twinIn(["hearts_9_0", "hearts_9_1", "hearts_8_0"], "hearts_9_0")).toBe("hearts_9_1");
    expect(twinIn(["hearts_9_0"], "hearts_9_0")).toBeUndefined();
  });
});

describe("replay", () => {
  const move = (seq: number, type: string, ...facts: string[]) => ({
    seq,
    seat: 0,
    at: "",
    action: { type },
    facts: facts.map((fact) => ({ type: fact })),
  });
  const moves = [
    move(1, "START", "match_started"),
    move(2, "SHUFFLE", "round_started"),
    move(3, "PLAY_CARD", "played", "called_uno"),
    move(4, "NEXT_ROUND"),
    move(5, "SHUFFLE", "round_started"),
    move(6, "DRAW_CARD", "drew"),
  ];
  it("steps over shuffles to the position after them", () => {
    expect(stepsOf(moves).map((s) => s.frame)).toEqual([0, 2, 3, 5, 6]);
  });
  it("knows rounds and remarkable turns, and finds the turn of a line", () => {
    const steps = stepsOf(moves);
    expect(partsOf(steps, moves, UNO_NARRATION.begins)).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ]);
    expect(marksOf(steps, UNO_NARRATION.remarkable)).toEqual([2]);
    expect(turnOfSeq(steps, 6)).toBe(4);
  });
});

describe("a game the page knows nothing about", () => {
  const view = { hand: [3, 7], counts: [2, 3], trick: [5], tricks: [0, 1], turn: 1, legal: [] };
  const legal: GameAction[] = [3, 7].map((card) => ({ type: "PLAY", card }));
  it("shows hand, counts, turn and everything else as piles", () => {
    expect(handOf(view).map((held) => held.card)).toEqual([3, 7]);
    expect([0, 1].map((seat) => countOf(view, seat))).toEqual([2, 3]);
    expect(turnOf(view)).toBe(1);
    expect(turnOf({ currentPlayer: "p3" })).toBe(2);
    expect(pilesOf(view).map((pile) => pile.name)).toEqual(["trick", "tricks"]);
  });
  it("names legal actions and finds those of a card", () => {
    expect(legal.map(actionWords)).toEqual(["play 3", "play 7"]);
    expect(actionsWith(legal, 7)).toEqual([legal[1]]);
  });
});

describe("addresses and plots", () => {
  it("reads path and query behind the #", () => {
    const route = readRoute("#/replay/abc?turn=23&seat=1");
    expect(route.parts).toEqual(["replay", "abc"]);
    expect(route.query.get("turn")).toBe("23");
  });
  it("draws a band around the line", () => {
    const at = "2026-11-01T00:00:00Z";
    const points = [
      { at, match: "a", rating: 25, uncertainty: 8 },
      { at, match: "b", rating: 27, uncertainty: 4 },
    ];
    const plot = plotOf(points, 300);
    expect(plot.band.startsWith("M")).toBe(true);
    expect(plot.ticks.length).toBeGreaterThan(1);
    expect(plot.line).not.toContain("NaN");
    expect(plot.end.x).toBeLessThan(300);
    expect(plotOf(points, 900).end.x).toBeGreaterThan(800);
  });
});
