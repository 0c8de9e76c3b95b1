import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Event, ShandongFact, ShandongView, UnoFact } from "../src/api/types.gen";
import { suitToFollow } from "../src/game/shandong";
import type { Fact } from "../src/game/views";
import { i18n, wordsReady } from "../src/i18n";
import { GENERIC_NARRATION } from "../src/table/generic/log";
import { logOf, type Narration, spokenOf } from "../src/table/log";
import type { Person } from "../src/table/people";
import { SHANDONG_NARRATION } from "../src/table/shandong/log";
import { SHANDONG_TELLING } from "../src/table/shandong/telling";
import { drawnCards, newCards } from "../src/table/uno/effects";
import { UNO_NARRATION } from "../src/table/uno/log";
import { UNO_TELLING } from "../src/table/uno/telling";

const person = (name: string, seat: number): Person => ({
  seat,
  name: seat === 0 ? i18n.t("you") : name,
  bot: false,
  level: "",
  offline: false,
  ready: false,
  me: seat === 0,
});
const asFacts = (facts: UnoFact[]) => facts as unknown as Fact[];
const everybody = () => ["", "Kit", "小林", "Bo"].map(person);

function event(facts: object[], seat = 1, action: object = { type: "ANY" }): Event {
  return { seq: 7, at: "", seat, action: action as Record<string, unknown>, facts: facts as Record<string, unknown>[] };
}

/** The lines of the log as they read, oldest first. */
function lines(narration: Narration, ...events: Event[]): string[] {
  return logOf(narration, events, everybody(), i18n.t)
    .reverse()
    .map((line) => line.heading ?? render(<p>{line.words}</p>).container.textContent ?? "");
}

const uno = (facts: UnoFact[], seat = 1) => lines(UNO_NARRATION, event(facts, seat));
const shandong = (facts: ShandongFact[], seat = 1) => lines(SHANDONG_NARRATION, event(facts, seat));

const SWAP: UnoFact[] = [
  { type: "played", seat: 1, cards: ["red-7-14"], left: 4 },
  { type: "hands_swapped", seat: 1, target: 0, counts: [] },
  { type: "gave", seat: 0, to: 0, cards: ["green-1-53"] },
  { type: "got", seat: 0, to: 0, cards: ["red-1-1", "red-2-3", "red-3-5", "red-4-7"] },
];
const ROTATION: UnoFact[] = [
  { type: "played", seat: 1, cards: ["red-0-0"], left: 4 },
  { type: "hands_rotated", direction: 1, counts: [] },
  { type: "got", seat: 0, to: 0, cards: ["red-1-1"] },
];
const DRAW_TWO: UnoFact[] = [
  { type: "played", seat: 1, cards: ["red-draw_two-21"], left: 1 },
  { type: "drew", seat: 0, count: 2, why: "draw_two" },
  { type: "got", seat: 0, to: 0, cards: ["red-1-1", "red-2-3"] },
  { type: "skipped", seat: 0, why: "draw_two" },
];

describe("facts in English", () => {
  beforeEach(async () => {
    await wordsReady;
    await i18n.changeLanguage("en-US");
  });
  it("hands that move are told, and nobody has drawn", () => {
    expect(uno(SWAP)).toEqual(["Kit plays Red 7.", "Kit swaps hands with you."]);
    expect(uno(ROTATION)).toEqual(["Kit plays Red 0.", "Everybody passes their hand on."]);
    for (const facts of [SWAP, ROTATION]) {
      expect(
        [...UNO_TELLING.marks(asFacts(facts), everybody(), i18n.t).values()].some((mark) => mark.text.startsWith("+")),
      ).toBe(false);
      expect(drawnCards(facts)).toEqual([]);
    }
  });
  it("whoever draws for a +2 is told, also when UNO was said in the same step", () => {
    const call = event([{ type: "called_uno", seat: 1, late: false }]);
    expect(lines(UNO_NARRATION, call, event(DRAW_TWO))).toEqual([
      "Kit says UNO.",
      "Kit plays Red +2.",
      "You draw 2 cards for the +2.",
    ]);
    expect([...UNO_TELLING.marks(asFacts(DRAW_TWO), everybody(), i18n.t)]).toEqual([
      [0, { text: "+2 skipped", long: "+2, skipped", hit: true }],
    ]);
    expect(drawnCards(DRAW_TWO)).toEqual(["red-1-1", "red-2-3"]);
  });
  it("a card that was drawn is new until its owner acts", () => {
    const drawn = newCards([], event(DRAW_TWO), 0);
    expect(drawn).toEqual(["red-1-1", "red-2-3"]);
    const others = newCards(drawn, event([{ type: "played", seat: 2, cards: ["red-4-1"], color: null }], 2), 0);
    expect(others).toEqual(drawn);
    expect(newCards(others, event([{ type: "played", seat: 0, cards: ["red-1-1"], color: null }], 0), 0)).toEqual([]);
  });
  it("a challenge says who, whom and how it ended; the challenger also sees the hand", () => {
    const facts: UnoFact[] = [
      { type: "challenged", seat: 0, target: 1, won: true },
      { type: "hand_shown", seat: 1, to: 0, cards: ["red-1-1", "wild-100"] },
      { type: "drew", seat: 1, count: 4, why: "challenge_won" },
    ];
    expect(uno(facts, 0)).toEqual([
      "You challenge Kit: it was a bluff.",
      "Kit held Red 1, Wild.",
      "Kit was bluffing and draws 4 cards.",
    ]);
  });
  it("a redeal tells the new levels and the banker", () => {
    expect(
      shandong(
        [{ type: "redealt", seat: 3, redeals: 1, levelsBefore: ["2", "2"], levels: ["2", "3"], level: "3" }],
        -2,
      ),
    ).toEqual(["Nobody declared: new deal, level 3; Bo is the banker. Levels: you and 小林 2, Kit and Bo 3."]);
  });
  it("a turned-up trump is told", () => {
    const [line] = shandong([
      { type: "trump_shown", seat: 1, suit: "hearts", pair: ["hearts_9_0", "hearts_9_1"], holder: 1 },
    ]);
    expect(line).toMatch(/^Trump is turned up: hearts \(/);
  });
  it("what is discarded is named once, apart from what follows suit", () => {
    const followed: ShandongFact = {
      type: "followed",
      seat: 1,
      cards: ["hearts_9_0", "spades_K_0"],
      off: ["spades_K_0"],
      ahead: false,
    };
    expect(shandong([followed]).at(-1)).toMatch(/^Kit follows with hearts 9+ and discards spades K+\.$/);
  });
  it("a throw that failed is told without the card that lies on the table then", () => {
    const lead = { type: "single", cards: ["hearts_4_0"] };
    const facts = [{ type: "throw_failed" }, { type: "led", seat: 1, lead }] as unknown as Fact[];
    expect(facts.filter((fact) => !SHANDONG_TELLING.shown(fact)).map((fact) => fact.type)).toEqual(["throw_failed"]);
  });
  it("only a trump that takes the lead is a ruff", () => {
    const high: ShandongFact = { type: "killed", seat: 1, cards: ["spades_9_0"], ahead: true };
    const low: ShandongFact = { ...high, seat: 2, cards: ["spades_8_0"], ahead: false };
    expect(shandong([high])[0]).toMatch(/^Kit trumps with /);
    expect(shandong([low], 2)[0]).toMatch(/^小林 trumps too low with /);
    const marks = SHANDONG_TELLING.marks([high, low] as unknown as Fact[], everybody(), i18n.t);
    expect([...marks.keys()]).toEqual([1]);
  });

  it("somebody who leaves and a bot that takes over are told", () => {
    const room = (type: string, seat: number) => event([], -3, { type, seat });
    expect(lines(UNO_NARRATION, room("left", 1), room("away", 3), room("back", 3), room("seated", 3))).toEqual([
      "Kit has left; a bot plays on.",
      "Bo is away; a bot plays until they return.",
      "Bo is back.",
    ]);
    expect(uno([{ type: "removed", seat: 1, count: 5 }], -2)).toEqual(["Kit leaves the match."]);
  });
  it("headings come from the facts", () => {
    expect(uno([{ type: "round_started", seat: 0, round: 3, players: [] }], -2)).toEqual(["Round 3"]);
    const lead = { type: "single", cards: ["hearts_9_0"] } as const;
    const led: ShandongFact = {
      type: "led",
      seat: 1,
      trick: 4,
      cards: ["hearts_9_0"],
      suit: "hearts",
      pattern: { ...lead, cards: [...lead.cards] },
    };
    expect(shandong([led])[0]).toBe("Trick 4");
  });
  it("any other game is told in shared words, or by its facts as they are", () => {
    const facts = [
      { type: "played", seat: 1, cards: [7] },
      { type: "trick_won", seat: 0, trick: [7, 3] },
      { type: "card_guessed", seat: 1, number: 7 },
    ];
    expect(lines(GENERIC_NARRATION, event(facts))).toEqual([
      "Kit plays 7.",
      "You win the trick.",
      "Kit: card guessed · number 7",
    ]);
  });
  it("a listener hears what others did, and what came of the own move", () => {
    const own = event(
      [
        { type: "played", seat: 0, cards: ["red-draw_two-21"], left: 3 },
        { type: "drew", seat: 1, count: 2, why: "draw_two" },
      ],
      0,
    );
    expect(spokenOf(UNO_NARRATION, own, everybody(), i18n.t)).toEqual(["Kit draws 2 cards for the +2."]);
  });
});

describe("facts in Chinese", () => {
  beforeEach(async () => {
    await wordsReady;
    await i18n.changeLanguage("zh-CN");
  });
  it("a space stands beside Latin names only", () => {
    expect(uno([{ type: "caught", seat: 2, target: 0 }])).toEqual(["小林抓到你漏喊 UNO。"]);
    expect(uno([{ type: "caught", seat: 0, target: 3 }])).toEqual(["你抓到 Bo 漏喊 UNO。"]);
    expect(uno([{ type: "drew", seat: 2, count: 2, why: "draw_two" }])).toEqual(["小林被 +2，摸 2 张。"]);
  });
  it("nor does one stand between Chinese words and the Chinese name of a card", () => {
    const wild: UnoFact = { type: "played", seat: 2, cards: ["wild-draw-four-104"], color: "red", left: 3 };
    expect(uno([wild], 2)).toEqual(["小林出万能 +4，选红色。"]);
    expect(uno([{ type: "first_card_returned", card: "red-skip-19" }])).toEqual(["红跳过不能作首张弃牌，放回牌堆。"]);
    expect(uno([{ type: "first_card_returned", card: "wild-draw-four-104" }])).toEqual([
      "万能 +4 不能作首张弃牌，放回牌堆。",
    ]);
    expect(uno([{ type: "played", seat: 1, cards: ["red-5-9"], left: 3 }])).toEqual(["Kit 出红5。"]);
  });
});

it("the suit to follow is the one the server names", () => {
  const view = (cards: string[]) =>
    ({ follow: { suit: "clubs", count: 2, cards }, playable: ["hearts_2_0"] }) as unknown as ShandongView;
  expect(suitToFollow(view(["clubs_8_0"]))).toBe("clubs");
  expect(suitToFollow(view([]))).toBeNull();
  expect(suitToFollow({ follow: null } as ShandongView)).toBeNull();
});
