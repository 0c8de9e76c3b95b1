import { useTranslation } from "react-i18next";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { offeredSuit } from "../../game/shandong";
import type { GameAction, ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Button } from "../../ui/controls";
import { useKeys } from "../keys";
import { TimeLeft } from "../Prompt";
import { SuitWord } from "./cards";

interface DeclareProps {
  view: ShandongView;
  offers: GameAction[];
  canPass: boolean;
  onShow(action: GameAction): void;
  onPass(): void;
}

/** What I could declare, snatch or stick with (the server's list), and the seconds of the window. */
export function DeclarePanel({ view, offers, canPass, onShow, onPass }: DeclareProps) {
  const { t } = useTranslation();
  const [first] = offers;
  useKeys({ enter: first ? () => onShow(first) : undefined });
  if (!first) return null;
  const type = first.type.toLowerCase();
  return (
    <section className="declare panel" data-declare={type} aria-label={t(`can.${type}`)}>
      <div className="declare-words">
        <b className="prompt-title">{t(`can.${type}`)}</b>{" "}
        <span className="second">
          {t(view.options.hiddenDeclaration === false ? `howOpen.${type}` : `how.${type}`)}
        </span>
      </div>
      <TimeLeft />
      <div className="offers">
        {offers.slice(0, 6).map((option, i) => (
          <Button
            key={(option.cards ?? []).join()}
            className="offer"
            {...(i === 0 ? { kind: "primary", shortcut: "↵" } : {})}
            aria-label={`${t(`offer.${type}`)} ${t(`shandong.suit.${offeredSuit(option)}`)}${t("colon")}${(
              option.cards ?? []
            )
              .map((id) => pokerWord(t, id))
              .join(t("listComma"))}`}
            onPress={() => onShow(option)}
          >
            <span className="offer-cards">
              {(option.cards ?? []).map((id) => (
                <span key={id} className="mini-tile">
                  <PokerTile card={pokerCard(id)} />
                </span>
              ))}
            </span>
            <SuitWord suit={offeredSuit(option)} />
          </Button>
        ))}
      </div>
      {canPass && (
        <Button onPress={onPass} shortcut="P" className="offer-pass">
          {t(`decline.${type}`)}
        </Button>
      )}
    </section>
  );
}
