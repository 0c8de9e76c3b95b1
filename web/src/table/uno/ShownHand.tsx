import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { UnoFact } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import { UnoTile } from "../../cards/Tile";
import { sortedUno } from "../../game/uno";
import { unoWord } from "../../game/words";
import { onStep } from "../../state/table";
import { Button } from "../../ui/controls";
import { type Person, personAt } from "../people";

type Shown = Extract<UnoFact, { type: "hand_shown" }>;

/** A challenger sees the hand from which the Wild Draw Four was laid, until the next own move or until it is put away. */
export function ShownHand({ seat, all }: { seat: number; all: Person[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(
    () =>
      onStep((step) => {
        const facts = step.events.flatMap((event) => event.facts as unknown as UnoFact[]);
        const found = facts.find((fact) => fact.type === "hand_shown");
        if (found) setShown(found);
        else if (facts.some((fact) => fact.type === "round_started" || isMove(fact, seat))) setShown(null);
      }),
    [seat],
  );
  if (!shown) return null;
  return (
    <section
      className="shown-hand"
      data-shown={shown.seat}
      aria-label={t("handOf", { name: personAt(all, shown.seat).name })}
    >
      <div className="ask-head">
        <h2>{t("handOf", { name: personAt(all, shown.seat).name })}</h2>
        <Button size="small" kind="plain" icon="cross" aria-label={t("close")} onPress={() => setShown(null)} />
      </div>
      <ul>
        {sortedUno(shown.cards, "colour").map((id) => (
          <li key={id}>
            <span className="unseen">{unoWord(t, id)}</span>
            <UnoTile card={unoCard(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function isMove(fact: UnoFact, seat: number): boolean {
  return (fact.type === "played" || (fact.type === "drew" && fact.why === "turn")) && fact.seat === seat;
}
