import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { COLOURS, type Colour, unoCard } from "../../cards/faces";
import { Shape, UnoTile } from "../../cards/Tile";
import { coloursHeld, playsOf } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { act } from "../../state/moves";
import { Avatar, Name, Sheet } from "../../ui/controls";
import { type Person, personAt } from "../people";
import type { UnoMoves } from "./useUnoMoves";

interface UnoSheetsProps {
  view: UnoView;
  legal: GameAction[];
  all: Person[];
  moves: UnoMoves;
}

/** What a card still needs before it can be laid: a colour, or somebody to swap with. */
export function UnoSheets({ view, legal, all, moves }: UnoSheetsProps) {
  const { asking } = moves;
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  if (view.phase === "choose_color" && mine)
    return (
      <ColourSheet
        card={null}
        hand={view.hand}
        current={null}
        mustChoose
        onClose={() => undefined}
        onChoose={(color) => void act({ type: "CHOOSE_COLOR", color })}
      />
    );
  if (asking?.need === "colour")
    return (
      <ColourSheet
        card={asking.card}
        hand={view.hand}
        current={view.currentColor}
        onClose={moves.stopAsking}
        onChoose={(colour) => moves.play(asking.card, colour)}
      />
    );
  if (asking?.need === "target")
    return (
      <TargetSheet
        after={view.hand.length - 1}
        targets={playsOf(legal, asking.card)
          .filter((p) => p.targetPlayerId)
          .map((p) => seatOf(p.targetPlayerId))
          .map((seat) => ({
            person: personAt(all, seat),
            count: view.players.find((p) => p.seat === seat)?.handCount ?? 0,
            said: seatOf(view.unoCalledBy) === seat,
          }))}
        onClose={moves.stopAsking}
        onChoose={(seat) => moves.play(asking.card, asking.colour, seat)}
      />
    );
  return null;
}

interface ColourSheetProps {
  card: string | null;
  hand: string[];
  current: Colour | null;
  onChoose(colour: Colour): void;
  onClose(): void;
  mustChoose?: boolean;
}

/** Two by two: colour, shape, word, and how many of it I hold. Keys 1–4. */
function ColourSheet({ card, hand, current, onChoose, onClose, mustChoose }: ColourSheetProps) {
  const { t } = useTranslation();
  const held = coloursHeld(hand.filter((id) => id !== card));
  const latest = useRef(onChoose);
  latest.current = onChoose;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const colour = COLOURS[Number(event.key) - 1];
      if (colour) latest.current(colour);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  return (
    <Sheet title={t("chooseColour")} open onClose={onClose} dismissable={!mustChoose}>
      <div className="row sheet-head">
        {card && (
          <span className="sheet-card">
            <UnoTile card={unoCard(card)} />
          </span>
        )}
        <p className="second">
          {card && <b>{unoWord(t, card)}. </b>}
          {current && t("colourNowIs", { colour: t(`colour.${current}`) })} {t("colourCounts")}
        </p>
      </div>
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
    </Sheet>
  );
}

interface TargetSheetProps {
  targets: { person: Person; count: number; said: boolean }[];
  onChoose(seat: number): void;
  onClose(): void;
  after: number;
}

/** A 7: whose hand do I want? */
function TargetSheet({ targets, onChoose, onClose, after }: TargetSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t("swapWith")} open onClose={onClose}>
      <p className="second">{t("swapAfter", { count: after })}</p>
      <ul className="stack">
        {targets.map(({ person, count, said }) => (
          <li key={person.seat}>
            <button type="button" className="target" onClick={() => onChoose(person.seat)}>
              <Avatar name={person.name} bot={person.bot} small />
              <b>
                <Name>{person.name}</Name>
              </b>
              <span className="second">
                {t("cards", { count })}
                {said && ` · ${t("saidUno")}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
