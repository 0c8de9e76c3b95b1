import { unoPlaces } from "../../game/seating";
import type { Json } from "../../game/views";
import type { ReplayFace } from "../../replay/face";
import { PlainCard } from "./cards";
import { Piles } from "./Piles";
import { countOf, turnOf } from "./reading";

export const GENERIC_REPLAY: ReplayFace = {
  places: (_view, bottom, seats) =>
    unoPlaces(
      Array.from({ length: seats }, (_, seat) => seat),
      bottom,
    ),
  count: countOf,
  turn: turnOf,
  sorted: (hand) => hand,
  tile: (id) => <PlainCard card={id} />,
  word: (id) => String(id),
  poker: false,
  scores: () => [],
  Middle: ({ view }: { view: Json }) => <Piles view={view} />,
};
