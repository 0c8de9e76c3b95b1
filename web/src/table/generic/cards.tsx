/** A card of a game that the page has no pictures for: its name on white. */
export function PlainCard({ card }: { card: unknown }) {
  return <span className="plain-card">{String(card)}</span>;
}
