import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { COLOURS, type Colour, unoCard } from "../../cards/faces";
import { Shape, UnoTile } from "../../cards/Tile";
import { coloursHeld, playsOf } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { act } from "../../state/moves";
import { Button, Name } from "../../ui/controls";
import { useKeys } from "../keys";
import { type Person, personAt } from "../people";
import type { UnoMoves } from "./useUnoMoves";

interface QuestionsProps {
  view: UnoView;
  legal: GameAction[];
  all: Person[];
  moves: UnoMoves;
}

/** Whether a colour or a player has to be chosen now. */
export function asksNow(view: UnoView, moves: UnoMoves): boolean {
  return moves.asking !== null || mustChoose(view);
}

function mustChoose(view: UnoView): boolean {
  return view.phase === "choose_color" && view.seat >= 0 && seatOf(view.currentPlayer) === view.seat;
}

/** What a card still needs before it can be laid, in the place of the piles: a colour, or somebody to swap with. */
export function Questions({ view, legal, all, moves }: QuestionsProps) {
  const { t } = useTranslation();
  const { asking } = moves;
  if (mustChoose(view))
    return (
      <Question title={t("chooseColour")} card={null}>
        <Colours hand={view.hand} onChoose={(color) => void act({ type: "CHOOSE_COLOR", color })} />
      </Question>
    );
  if (asking?.need === "colour")
    return (
      <Question title={t("chooseColour")} card={asking.card} onBack={moves.stopAsking}>
        <Colours
          hand={view.hand.filter((id) => id !== asking.card)}
          onChoose={(colour) => moves.play(asking.card, colour)}
        />
      </Question>
    );
  if (asking?.need === "target")
    return (
      <Question title={t("swapWith")} card={asking.card} onBack={moves.stopAsking}>
        <div className="targets">
          {playsOf(legal, asking.card)
            .filter((p) => p.targetPlayerId)
            .map((p) => personAt(all, seatOf(p.targetPlayerId)))
            .map((person) => ({ person, count: view.players.find((p) => p.seat === person.seat)?.handCount ?? 0 }))
            .map(({ person, count }) => (
              <button
                key={person.seat}
                type="button"
                className="target"
                aria-label={[person.name, t("cards", { count })].join(t("comma"))}
                onClick={() => moves.play(asking.card, asking.colour, person.seat)}
              >
                <b>
                  <Name>{person.name}</Name>
                </b>
                <span className="target-cards">
                  <span className="seat-fan" style={{ "--backs": count } as CSSProperties} />
                  {count}
                </span>
              </button>
            ))}
        </div>
      </Question>
    );
  return null;
}

interface QuestionProps {
  title: string;
  card: string | null;
  onBack?(): void;
  children: ReactNode;
}

function Question({ title, card, onBack, children }: QuestionProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("button:not(.ask-back)")?.focus({ preventScroll: true }), []);
  useKeys({ escape: onBack });
  return (
    <section ref={box} className="ask" aria-label={title}>
      <div className="ask-head">
        {card && (
          <span className="ask-card" role="img" aria-label={unoWord(t, card)}>
            <UnoTile card={unoCard(card)} />
          </span>
        )}
        <h2>{title}</h2>
        {onBack && (
          <Button size="small" className="ask-back" onPress={onBack}>
            {t("back")}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

/** Colour, shape, word, and how many of it I hold. Keys 1–4. */
function Colours({ hand, onChoose }: { hand: string[]; onChoose(colour: Colour): void }) {
  const { t } = useTranslation();
  const held = coloursHeld(hand);
  useKeys(Object.fromEntries(COLOURS.map((colour, i) => [String(i + 1), () => onChoose(colour)])));
  return (
    <div className="colours">
      {COLOURS.map((colour, i) => (
        <button
          key={colour}
          type="button"
          className={`colour-choice colour-${colour}`}
          onClick={() => onChoose(colour)}
        >
          <Shape name={colour} />
          <span>
            <b>{t(`colour.${colour}`)}</b>
            <small>{t("cards", { count: held[colour] })}</small>
          </span>
          <kbd className="key">{i + 1}</kbd>
        </button>
      ))}
    </div>
  );
}
