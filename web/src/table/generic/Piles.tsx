import type { Json } from "../../game/views";
import { PlainCard } from "./cards";
import { pilesOf, spaced } from "./reading";

/** Everything of a view that is neither a hand nor a seat: piles of cards, and words. */
export function Piles({ view }: { view: Json }) {
  return (
    <dl className="piles">
      {pilesOf(view).map(({ name, cards }) => (
        <div key={name} className="pile-row">
          <dt>{spaced(name)}</dt>
          <dd>
            {cards.length === 0
              ? "–"
              : cards.map((card, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: equal cards have nothing else
                  <PlainCard key={i} card={card} />
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
