/** Who sits where, as seen from one seat. Order is fixed: the next index is on my left (UNO) or right (Shandong). */

export type Side = "left" | "top" | "right";
export interface Place {
  seat: number;
  side: Side;
}

/** Seats of an UNO table clockwise from my left: up to 2 left, 5 top, 2 right. A spectator sits where seat 0 is. */
export function unoPlaces(seats: number[], me: number): Place[] {
  const start = Math.max(0, seats.indexOf(me));
  const watching = !seats.includes(me);
  const others = [...seats.slice(start + (watching ? 0 : 1)), ...seats.slice(0, start)];
  const [left, top] = sides(others.length);
  return others.map((seat, i) => ({ seat, side: i < left ? "left" : i < left + top ? "top" : "right" }));
}

/** How many sit left and at the top; the rest sits right. */
function sides(others: number): [number, number] {
  switch (others) {
    case 1:
      return [0, 1];
    case 2:
      return [1, 0];
    case 3:
      return [1, 1];
    case 4:
      return [1, 2];
    case 5:
      return [1, 3];
    case 6:
      return [2, 2];
    default:
      return [2, others - 4];
  }
}

/** Play is counter-clockwise: the next player sits right, the partner at the top. */
export function shandongPlaces(me: number): Record<"bottom" | "right" | "top" | "left", number> {
  const base = Math.max(me, 0);
  return { bottom: base, right: (base + 1) % 4, top: (base + 2) % 4, left: (base + 3) % 4 };
}
