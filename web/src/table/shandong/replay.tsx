import { useTranslation } from "react-i18next";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { shandongPlaces } from "../../game/seating";
import type { Json, ShandongView } from "../../game/views";
import { pokerWord, together } from "../../game/words";
import type { ReplayFace } from "../../replay/face";
import { Icon } from "../../ui/Icon";
import { Spread } from "./cards";

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
};

function Middle({ view: seen, names }: { view: Json; names: string[] }) {
  const view = seen as unknown as ShandongView;
  const { t } = useTranslation();
  const trick = view.trick ?? view.lastTrick;
  const best = trick?.winner ?? trick?.winning;
  return (
    <div className="replay-trick">
      <p className="row wrap second">
        <span className="chip">
          {t("levelWord")} <b>{view.level}</b>
        </span>
        <span className="chip">
          {t("trumpWord")}{" "}
          <b>
            {view.trumpSuit ? t(`shandong.suit.${view.trumpSuit}`) : t(view.trumpHidden ? "trumpHidden" : "trumpNone")}
          </b>
        </span>
        <span className="chip">
          {t("idlePoints")} <b>{view.points}</b>
        </span>
      </p>
      {trick && (
        <ul>
          {trick.plays.map((play) => (
            <li key={play.seat} className="row">
              <b className="replay-name">{names[play.seat]}</b>
              <Spread ids={play.cards} label={play.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
              {best === play.seat && (
                <span className="tag tag-accent">
                  <Icon name="crown" /> {t(view.trick ? "ahead" : "wonTrick")}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
