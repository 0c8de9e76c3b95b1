import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pokerWord, unoWord } from "../game/words";
import { PokerFace, UnoFace } from "./Card";
import { pokerCard, unoCard } from "./faces";
import { PokerTile } from "./Tile";

const UNO_CARDS = ["red-7-1", "yellow-skip-1", "green-reverse-1", "blue-draw_two-1", "wild-100", "wild-draw-four-104"];
const POINT_CARDS = ["hearts_5_0", "clubs_10_0", "diamonds_K_0", "joker_small_0", "joker_big_0"];
/** Trumps of the example, strongest first: level 7, spades are trumps; 2, 3 and 5 are always. */
const TRUMPS: string[][] = [
  ["joker_big_0"],
  ["joker_small_0"],
  ["spades_7_0"],
  ["hearts_7_0", "clubs_7_0", "diamonds_7_0"],
  ["spades_5_0"],
  ["hearts_5_0", "clubs_5_0", "diamonds_5_0"],
  ["spades_3_0"],
  ["hearts_3_0", "clubs_3_0", "diamonds_3_0"],
  ["spades_2_0"],
  ["hearts_2_0", "clubs_2_0", "diamonds_2_0"],
  ["spades_A_0"],
  ["spades_K_0"],
  ["spades_Q_0"],
  ["spades_J_0"],
  ["spades_10_0"],
  ["spades_9_0"],
  ["spades_8_0"],
  ["spades_6_0"],
  ["spades_4_0"],
];

const PICTURES: Record<string, Record<string, () => ReactNode>> = {
  uno: { cards: () => <UnoCards /> },
  shandong: { cards: () => <PointCards />, trump: () => <TrumpOrder /> },
};

/** What a section of the rules looks like in cards; nothing where words are enough. */
export function RulesPicture({ game, section }: { game: string; section: string }) {
  return PICTURES[game]?.[section]?.() ?? null;
}

function UnoCards() {
  const { t } = useTranslation();
  return (
    <ul className="rules-cards" aria-label={t("cardsPictured")}>
      {UNO_CARDS.map((id) => (
        <li key={id}>
          <UnoFace card={unoCard(id)} />
          <small>{unoWord(t, id)}</small>
        </li>
      ))}
    </ul>
  );
}

function PointCards() {
  const { t } = useTranslation();
  return (
    <ul className="rules-cards" aria-label={t("cardsPictured")}>
      {POINT_CARDS.map((id) => (
        <li key={id}>
          <PokerFace card={pokerCard(id)} />
          <small>{pokerWord(t, id)}</small>
        </li>
      ))}
    </ul>
  );
}

function TrumpOrder() {
  const { t } = useTranslation();
  return (
    <figure className="rules-order">
      <figcaption>
        <b>{t("trumpOrder")}</b>{" "}
        <span className="quiet">{t("trumpOrderNote", { level: "7", suit: t("shandong.suit.spades") })}</span>
      </figcaption>
      <ol className="trump-strip">
        {TRUMPS.map((equal) => (
          <li key={equal[0]}>
            {equal.map((id) => (
              <span key={id} className="trump-tile" title={pokerWord(t, id)}>
                <PokerTile card={pokerCard(id)} />
                <span className="unseen">{pokerWord(t, id)}</span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </figure>
  );
}
