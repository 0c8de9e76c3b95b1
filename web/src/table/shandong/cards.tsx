import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { CardBack, PokerFace } from "../../cards/Card";
import { pokerCard, SUITS } from "../../cards/faces";
import { Shape } from "../../cards/Tile";
import type { ShandongView, Trick } from "../../game/views";
import { pokerWord } from "../../game/words";

/** How much of a card shows under the next one, as a part of its width; see `.spread-cards`. */
function stepOf(cards: number): number {
  return cards > 5 ? 0.32 : 0.44;
}

interface SpreadProps {
  style: CSSProperties;
  "data-many": boolean;
}

/** How many cards wide the widest play or declaration is: three of them have to fit beside each other, or two if many. */
export function spreadProps(view: ShandongView, trick: Trick | null): SpreadProps {
  const shown =
    view.phase === "playing"
      ? []
      : [...view.declarations.map((d) => d.jokers.length + 2), view.exchange?.shown.length ?? 0];
  const most = Math.max(1, ...shown, ...(trick?.plays ?? []).map((play) => play.cards.length));
  return { style: { "--spread": 1 + (most - 1) * stepOf(most) } as CSSProperties, "data-many": most > 2 };
}

/** Cards on the table, overlapping so that every index shows; many of them lie closer together. */
export function Spread({ ids, label, backs = 0 }: { ids: string[]; label: string; backs?: number }) {
  const close = ids.length + backs > 5 ? " spread-close" : "";
  return (
    <div className={`spread-cards${close}`} role="img" aria-label={label}>
      {ids.map((id) => (
        <span key={id}>
          <PokerFace card={pokerCard(id)} />
        </span>
      ))}
      {Array.from({ length: backs }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical backs have nothing else
        <span key={`back${i}`}>
          <CardBack />
        </span>
      ))}
    </div>
  );
}

/** Cards in a line of text: suit drawn once, then its ranks. */
export function CardWords({ ids }: { ids: string[] }) {
  const { t } = useTranslation();
  const bySuit = new Map<string, string[]>();
  for (const id of ids) {
    const card = pokerCard(id);
    const key = card.suit;
    bySuit.set(key, [...(bySuit.get(key) ?? []), card.suit === "joker" ? t(`face.${card.rank}`) : card.rank]);
  }
  return (
    <span className="card-words">
      <span className="unseen">{ids.map((id) => pokerWord(t, id)).join(t("listComma"))}</span>
      {[...bySuit].map(([suit, ranks]) => (
        <span key={suit} className={`word text-${suit}`} aria-hidden="true">
          {suit !== "joker" && <Shape name={suit} />}
          {ranks.join(suit === "joker" ? t("listComma") : " ")}
        </span>
      ))}
    </span>
  );
}

/** A suit as shape and word. */
export function SuitWord({ suit }: { suit: string }) {
  const { t } = useTranslation();
  return (
    <span className={`word text-${suit}`}>
      {SUITS.some((known) => known === suit) ? (
        <>
          <Shape name={suit} />
          <span className="suit-name">{t(`shandong.suit.${suit}`)}</span>
        </>
      ) : (
        t(`shandong.suit.${suit}`)
      )}
    </span>
  );
}
