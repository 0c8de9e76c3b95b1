import { useState } from "react";
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
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, offers.length - 1);
  const offer = offers[at];
  useKeys({ enter: offer ? () => onShow(offer) : undefined });
  if (!offer) return null;
  const type = offer.type.toLowerCase();
  return (
    <section className="declare panel" data-declare={type} aria-label={t(`can.${type}`)}>
      <div className="spread">
        <h2>{t(`can.${type}`)}</h2>
        <TimeLeft />
      </div>
      <p className="second">{t(view.options.hiddenDeclaration === false ? `howOpen.${type}` : `how.${type}`)}</p>
      <div className="offers" role="radiogroup" aria-label={t(`can.${type}`)}>
        {offers.slice(0, 6).map((option, i) => (
          <button
            key={(option.cards ?? []).join()}
            type="button"
            role="radio"
            aria-checked={i === at}
            className={`offer${i === at ? " offer-chosen" : ""}`}
            onClick={() => setChosen(i)}
          >
            <span className="offer-cards">
              {(option.cards ?? []).map((id) => (
                <span key={id} className="mini-tile">
                  <PokerTile card={pokerCard(id)} />
                </span>
              ))}
            </span>
            <span>
              <b>
                {t("trumpWould")} <SuitWord suit={offeredSuit(option)} />
              </b>
              <small className="unseen">
                {(option.cards ?? []).map((id) => pokerWord(t, id)).join(t("listComma"))}
              </small>
            </span>
            <span className="offer-dot" />
          </button>
        ))}
      </div>
      <div className="row declare-buttons">
        {canPass && (
          <Button onPress={onPass} shortcut="P">
            {t(`decline.${type}`)}
          </Button>
        )}
        <Button kind="primary" onPress={() => onShow(offer)} shortcut="↵">
          {t(`offer.${type}`)} <SuitWord suit={offeredSuit(offer)} />
        </Button>
      </div>
    </section>
  );
}
