import { useTranslation } from "react-i18next";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { shandongPlaces } from "../../game/seating";
import type { Json, ShandongView } from "../../game/views";
import { pokerWord, together } from "../../game/words";
import type { MiddleProps, ReplayFace } from "../../replay/face";
import { spreadProps } from "./cards";
import { Felt } from "./Felt";
import { Status } from "./panels";
import { SHANDONG_TELLING } from "./telling";

const seen = (view: Json) => view as unknown as ShandongView;

export const SHANDONG_REPLAY: ReplayFace = {
  places: (_view, bottom) => {
    const at = shandongPlaces(bottom);
    return (["top", "left", "right"] as const).map((side) => ({ seat: at[side], side }));
  },
  count: (view, seat) => seen(view).handCounts[seat] ?? 0,
  turn: (view) => seen(view).turn ?? -4,
  sorted: (hand) => hand,
  tile: (id) => <PokerTile card={pokerCard(id)} />,
  word: (id, t) => pokerWord(t, id),
  poker: true,
  scores: (view, names, t) => {
    const { levels, matchWinner } = seen(view);
    const first = matchWinner ?? 0;
    return [first, 1 - first].map((side) => ({
      name: together([names[side] ?? "", names[side + 2] ?? ""], t),
      score: side === matchWinner ? t("pastTop") : (levels[side] ?? ""),
    }));
  },
  Middle,
  seated: true,
  Head: ({ view, all }) => <Status view={seen(view)} layout="column" all={all} />,
};

/** The table as it was, with the trick that is played or was played last. */
function Middle({ view: shown, all, actor, facts }: MiddleProps) {
  const view = seen(shown);
  const { t } = useTranslation();
  const playing = view.phase === "playing" || view.phase === "scored";
  const trick = view.trick ?? (playing ? view.lastTrick : null);
  // Who has won the trick is marked at the cards.
  const marks = SHANDONG_TELLING.marks(
    facts.filter((fact) => fact.type !== "trick_won"),
    all,
    t,
  );
  return (
    <div className="shandong-felt" {...spreadProps(view, trick)}>
      <Felt view={{ ...view, turn: actor }} all={all} trick={trick} laying={[]} wanted={null} marks={marks} />
    </div>
  );
}
