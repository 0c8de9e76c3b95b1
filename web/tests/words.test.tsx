import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ui, words } from "../src/api/words.en-US.gen";
import { ui as chineseUi } from "../src/api/words.zh-CN.gen";
import { unoCard } from "../src/cards/faces";
import { PokerTile, UnoTile } from "../src/cards/Tile";
import { unoRack } from "../src/game/rack";
import type { GameAction, UnoView } from "../src/game/views";
import { fill, mark, scoreShown, together, unoWord } from "../src/game/words";
import { i18n, wordsReady } from "../src/i18n";
import { en } from "../src/i18n/en";
import { zh } from "../src/i18n/zh";
import { Hand, type HandCard } from "../src/table/Hand";
import { logOf } from "../src/table/log";
import { UNO_NARRATION } from "../src/table/uno/log";
import { fitsSentence, unfitReason } from "../src/table/uno/prompt";

/** Keys of a dictionary; plural and "me" forms count as their stem. */
function keys(tree: object, path = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [(path + key).replace(/(_(one|other|me))+$/, "")]
      : keys(value as object, `${path}${key}.`),
  );
}

describe("words", () => {
  beforeEach(async () => {
    await wordsReady;
    await i18n.changeLanguage("en-US");
  });
  it("both languages have the same keys", () => {
    const english = new Set(keys(en).filter((k) => !k.startsWith("rank.")));
    const chinese = new Set(keys(zh));
    expect([...english].filter((k) => !chinese.has(k))).toEqual([]);
    expect([...chinese].filter((k) => !english.has(k))).toEqual([]);
  });
  it("everybody who is waited for is named", async () => {
    expect(together(["Ann"], i18n.t)).toBe("Ann");
    expect(together(["you", "Omar", "Wei"], i18n.t)).toBe("you, Omar and Wei");
    await i18n.changeLanguage("zh-CN");
    expect(together(["你", "Omar", "Wei"], i18n.t)).toBe("你、Omar、Wei");
  });
  it("the score of a Shandong match is a level", () => {
    expect(scoreShown("uno", 12, i18n.t)).toBe("12");
    expect(scoreShown("shandong", 12, i18n.t)).toBe("A");
    expect(scoreShown("shandong", 13, i18n.t)).toBe("past A");
  });
  it("no key stands both here and in the catalogues", () => {
    const [english, chinese] = [keys(ui), keys(chineseUi)];
    expect(keys(en).filter((key) => english.includes(key))).toEqual([]);
    expect(keys(zh).filter((key) => chinese.includes(key))).toEqual([]);
    expect(Object.keys(words).filter((name) => name in en || name in zh)).toEqual([]);
  });
  it("names cards in both languages", async () => {
    expect(unoWord(i18n.t, "green-reverse-71")).toBe("Green Reverse");
    await i18n.changeLanguage("zh-CN");
    expect(unoWord(i18n.t, "green-7-64")).toBe("绿7");
  });
  it("has an article for 8, and says what a card needs", async () => {
    const view = { currentColor: "red", topCard: { id: "red-8-15" } } as UnoView;
    const legal: GameAction[] = [
      { type: "PLAY_CARD", cardId: "blue-8-40" },
      { type: "PLAY_CARD", cardId: "wild-100" },
      { type: "DRAW_CARD" },
    ] as GameAction[];
    const unfit = { code: "INVALID_CARD", text: "", params: {}, rule: "", incident: "" };
    expect(fitsSentence(view, legal, i18n.t)).toBe("Play an 8 or a wild, or draw.");
    expect(unfitReason(unfit, view, i18n.t)).toBe("needs red or an 8");
    await i18n.changeLanguage("zh-CN");
    expect(fitsSentence(view, legal, i18n.t)).toBe("可出：8 或万能牌；也可以摸牌。");
    expect(unfitReason(unfit, view, i18n.t)).toBe("要出红色或 8");
  });
  it("counts in one and in many", () => {
    expect([1, 2].map((count) => i18n.t("groupLabel", { suit: "hearts", count }))).toEqual([
      "hearts, 1 card",
      "hearts, 2 cards",
    ]);
    expect(i18n.t("buryPoints", { count: 1 })).toMatch(/^1 point chosen/);
  });
  it("has a space beside Latin names only", async () => {
    await i18n.changeLanguage("zh-CN");
    expect(i18n.t("waitingFor", { name: "Kit" })).toBe("等 Kit 出牌。");
    expect(i18n.t("waitingFor", { name: "小林" })).toBe("等小林出牌。");
  });
  it("puts drawn cards where a sentence wants them", () => {
    expect(fill(`plays ${mark(0)}, chooses ${mark(1)}.`, ["A", "B"])).toEqual(["plays ", "A", ", chooses ", "B", "."]);
    expect(fill("no marks", [])).toEqual(["no marks"]);
  });
  it("logs newest first, under a heading per round", () => {
    const event = (seq: number, fact: object) => ({ seq, seat: 0, at: "", action: {}, facts: [{ ...fact }] });
    const events = [
      event(1, { type: "round_started", seat: 0, round: 1, players: [] }),
      event(2, { type: "played", seat: 0, cards: ["red-5-9"], left: 6 }),
      event(3, { type: "drew", seat: 1, count: 2, why: "turn" }),
    ];
    const log = logOf(UNO_NARRATION, events, [], i18n.t);
    expect(log.map((line) => line.heading ?? line.seq)).toEqual([3, 2, i18n.t("round", { n: 1 })]);
  });
});

describe("tiles", () => {
  it("underline 6 and 9, and mark cards worth points", () => {
    const { container } = render(<UnoTile card={unoCard("red-9-18")} />);
    expect(container.querySelector(".tile-round")).not.toBeNull();
    const poker = render(<PokerTile card={{ id: "hearts_10_0", suit: "hearts", rank: "10" }} />);
    expect(poker.container.querySelector(".tile-dot")).not.toBeNull();
  });
});

describe("the hand", () => {
  const cards: HandCard[] = ["red-1-1", "red-2-3", "blue-3-30"].map((id) => ({
    id,
    label: id,
    tile: id,
    face: id,
    legal: id !== "red-2-3",
    dimmed: false,
    isNew: false,
    group: "all",
  }));
  const handlers = () => ({ onSelect: vi.fn(), onPlay: vi.fn(), onReorder: vi.fn() });
  const show = (multiple: boolean, selection: string[] = []) => {
    const props = handlers();
    render(handOf(cards, multiple, selection, props));
    return props;
  };
  const handOf = (held: HandCard[], multiple: boolean, selection: string[], props: ReturnType<typeof handlers>) => (
    <Hand
      cards={held}
      groups={[{ key: "all", title: "", label: "all", count: held.length, must: false }]}
      selection={selection}
      multiple={multiple}
      rack={unoRack}
      tiles
      cardWidth={100}
      label="hand"
      rackRoom={240}
      oneTap={() => false}
      {...props}
    />
  );
  it("is a listbox with one tab stop; illegal cards stay reachable", () => {
    show(false);
    const options = screen.getAllByRole("option");
    expect(options.map((o) => o.tabIndex)).toEqual([0, -1, -1]);
    expect(options[1]?.getAttribute("aria-disabled")).toBe("true");
  });
  it("gives the focus of an empty hand to the cards that come", () => {
    const { rerender } = render(handOf([], true, [], handlers()));
    screen.getByRole("listbox").focus();
    rerender(handOf(cards, true, [], handlers()));
    expect(document.activeElement).toBe(screen.getAllByRole("option")[0]);
  });
  it("moves by arrows and selects by space", () => {
    const props = show(false);
    const options = screen.getAllByRole("option");
    options[0]?.focus();
    fireEvent.keyDown(options[0] as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(options[1]);
    fireEvent.keyDown(options[1] as HTMLElement, { key: " " });
    expect(props.onSelect).toHaveBeenCalledWith(["red-2-3"]);
  });
  it("collects a selection where several cards are played together", () => {
    const props = show(true, ["red-1-1"]);
    const option = screen.getAllByRole("option")[2] as HTMLElement;
    fireEvent.pointerDown(option, { button: 0 });
    fireEvent.pointerUp(option, { button: 0 });
    expect(props.onSelect).toHaveBeenCalledWith(["red-1-1", "blue-3-30"]);
  });
  it("takes a long press for what it is: a press", () => {
    const props = show(false);
    const option = screen.getAllByRole("option")[1] as HTMLElement;
    fireEvent.pointerDown(option, { button: 0 });
    vi.advanceTimersByTime(5000);
    fireEvent.pointerUp(option, { button: 0 });
    expect(props.onSelect).toHaveBeenCalledWith(["red-2-3"]);
  });
  it("plays the only selected card when it is tapped again", () => {
    const props = show(false, ["red-1-1"]);
    const option = screen.getAllByRole("option")[0] as HTMLElement;
    fireEvent.pointerDown(option, { button: 0 });
    fireEvent.pointerUp(option, { button: 0 });
    expect(props.onPlay).toHaveBeenCalledWith("red-1-1");
  });
});
