import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { shandongRack } from "../../game/rack";
import { DEALT } from "../../game/shandong";
import type { ShandongView } from "../../game/views";
import { play } from "../../sound/sound";
import { announce } from "../../state/announce";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import { type Layout, useHandRoom } from "../../ui/hooks";
import { later } from "../../ui/later";
import { Frame, type TableParts } from "../Frame";
import { Hand } from "../Hand";
import { useHappenings } from "../happenings";
import { focusCard, useKeys } from "../keys";
import { useOwnOrder } from "../order";
import { usePeople } from "../people";
import { spreadProps } from "./cards";
import { Felt } from "./Felt";
import { Status } from "./panels";
import { shandongPrompt, tableSpoken } from "./prompt";
import { ShandongButtons } from "./ShandongButtons";
import { ShandongPromptBar } from "./ShandongPrompt";
import { ShandongSide } from "./ShandongSide";
import { Lookup } from "./sheets";
import { SHANDONG_TELLING } from "./telling";
import { useShandongHand } from "./useShandongHand";
import { useShandongMoves } from "./useShandongMoves";
import { useTrickShow } from "./useTrickShow";

const HandOver = later(() => import("./HandOver").then((m) => m.HandOver));

/** Beside a side panel windows are low: the table needs the height more than a rack does. */
const LOW_RACK = 0.75;

/** On a phone a rack keeps its height to the last card: four rows that a finger hits, and no more than they need. */
function phoneRack(room: number): number {
  return Math.max(184, Math.min(room * 0.88, 244));
}

/** The whole Shandong table: reads the position, puts the parts in their places, listens to the keys. */
export function ShandongTable({ layout }: { layout: Layout }) {
  const { t } = useTranslation();
  const { view: seen, legal } = useTable((s) => s.position);
  const view = seen as unknown as ShandongView;
  const info = useTable((s) => s.info);
  const selection = useTable((s) => s.selection);
  const sending = useTable((s) => s.sending);
  const all = usePeople();
  const [looking, setLooking] = useState(false);
  const look = () => setLooking(!looking);
  const happenings = useHappenings(SHANDONG_TELLING, all);
  const room = useHandRoom(0.096);
  const order = useOwnOrder(`${info?.match ?? ""}.${view.handNumber}`);
  const { held, notice, letGo } = useTrickShow(view.phase, all);
  const moves = useShandongMoves(view, legal, letGo);
  const { cards, groups } = useShandongHand(view, order.own);
  const said = shandongPrompt(view, legal, selection, all, t);
  const mine = view.turn === view.seat && view.seat >= 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per turn, not whenever the words change
  useEffect(() => {
    if (mine) announce(`${said.title} ${said.text}`, "assertive");
  }, [mine, view.trickNumber, view.phase]);
  useEffect(() => {
    if (mine) play("turn");
  }, [mine]);

  const scored = view.phase === "scored";
  const result = scored && held !== view.lastTrick ? view.result : null;
  useEffect(() => {
    if (scored) HandOver.load().catch(() => undefined); // whoever draws it says what is wrong
  }, [scored]);
  useKeys({
    // Enter belongs to an offer, and to what stands over the table between hands.
    enter: moves.offered.length > 0 || result ? undefined : () => void moves.play(),
    h: () => void moves.hint(),
    x: () => select([]),
    p: moves.canPass ? moves.pass : undefined,
    t: look,
    k: look,
    s: order.clear,
    w: () => announce(tableSpoken(view, said, all, t), "assertive"),
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [
        String((i + 1) % 10),
        () => {
          const id = focusCard(i)?.dataset.card;
          if (id) moves.toggle(id);
        },
      ]),
    ),
  });

  const ended = view.matchWinner !== null || info?.status === "ended";
  const parts: TableParts = {
    title: t("shandongHand", { n: Math.max(1, view.handNumber) }),
    chip: t(view.trickNumber > 0 ? "handTrick" : "handNumber", {
      n: Math.max(1, view.handNumber),
      trick: view.trickNumber,
    }),
    status: layout === "wide" ? null : <Status view={view} layout={layout} all={all} />,
    prompt: (
      <ShandongPromptBar view={view} all={all} moves={moves} said={said} notice={notice} happenings={happenings} />
    ),
    actions: <ShandongButtons view={view} moves={moves} onLook={look} />,
    hand:
      view.seat >= 0 ? (
        <Hand
          cards={cards}
          groups={groups}
          grouped
          selection={selection}
          multiple
          rack={shandongRack}
          tiles={layout !== "wide"}
          oneRow={DEALT}
          rackRoom={layout === "phone" ? phoneRack(room.rack) : layout === "wide" ? room.rack * LOW_RACK : room.rack}
          coming={view.phase === "dealing" ? DEALT : 0}
          cardWidth={room.card}
          label={t("yourCards", { count: view.hand.length })}
          oneTap={() => false}
          onSelect={select}
          onPlay={() => void moves.play()}
          onDouble={moves.double}
          onReorder={order.set}
        />
      ) : null,
    handNote: t("cards", { count: view.hand.length }),
    felt: (
      <div className="shandong-felt" {...spreadProps(view, held ?? view.trick)}>
        <Felt
          view={view}
          all={all}
          trick={held ?? view.trick}
          laying={sending}
          wanted={moves.wanted}
          burying={moves.intended === "BURY" ? selection : undefined}
          marks={happenings.marks}
        />
      </div>
    ),
    side: <ShandongSide wide={layout === "wide"} />,
    over: result ? <HandOver view={view} all={all} ended={ended} /> : null,
    extra: <Lookup view={view} all={all} open={looking} onClose={() => setLooking(false)} />,
  };
  return <Frame layout={layout} parts={parts} game="shandong" />;
}
