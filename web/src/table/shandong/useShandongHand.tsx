import { useTranslation } from "react-i18next";
import { PokerFace } from "../../cards/Card";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { withOwnOrder } from "../../game/rack";
import { suitToFollow } from "../../game/shandong";
import type { ShandongView } from "../../game/views";
import { pokerSpoken } from "../../game/words";
import { useTable } from "../../state/store";
import type { HandCard, HandGroup } from "../Hand";
import { SuitWord } from "./cards";

/** The own hand by effective suit, trumps apart, in the owner's order within a suit. */
export function useShandongHand(view: ShandongView, own: string[]): { cards: HandCard[]; groups: HandGroup[] } {
  const { t } = useTranslation();
  const selection = useTable((s) => s.selection);
  const sending = useTable((s) => s.sending);
  const follow = suitToFollow(view);
  const playing = view.turn === view.seat && view.seat >= 0 && view.phase === "playing";
  const playable = new Set(view.playable);
  // What must be among the cards played: all of the suit where it is short, else a choice of it.
  const owed = new Set(playing && view.follow ? view.follow.cards.filter((id) => playable.has(id)) : []);
  const groups: HandGroup[] = view.groups.map((g) => ({
    key: g.suit,
    title:
      g.suit === "trump" && !view.trumpSuit ? (
        <>
          <span className="word-long">{t("permanentTrumps")}</span>
          <span className="word-short">{t("shandong.suit.trump")}</span>
        </>
      ) : (
        <SuitWord suit={g.suit} />
      ),
    label: t(g.suit === follow ? "groupMust" : "groupLabel", {
      suit: t(`shandong.suit.${g.suit}`),
      count: g.cards.length,
    }),
    count: g.cards.filter((id) => !sending.includes(id)).length,
    must: g.suit === follow,
  }));
  const cards = view.groups.flatMap((g) =>
    withOwnOrder(
      g.cards.filter((id) => !sending.includes(id)),
      own.filter((id) => g.cards.includes(id)),
    ).map((id): HandCard => {
      const card = pokerCard(id);
      const dimmed = playing && playable.size > 0 && !playable.has(id);
      const said = [
        pokerSpoken(t, card),
        g.suit === "trump" && card.suit !== "joker" && t("trumpCard"),
        selection.includes(id) && t("selectedWord"),
        dimmed && t("notNow"),
      ];
      return {
        id,
        label: said.filter(Boolean).join(t("comma")),
        tile: <PokerTile card={card} />,
        face: <PokerFace card={card} />,
        legal: dimmed ? false : owed.has(id) ? true : undefined,
        dimmed,
        isNew: view.newCards.includes(id),
        group: g.suit,
      };
    }),
  );
  return { cards, groups: groups.filter((g) => g.count > 0) };
}
