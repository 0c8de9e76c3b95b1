import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { shandongRack } from "../../game/rack";
import type { ShandongView, Trick } from "../../game/views";
import { pokerWord } from "../../game/words";
import { play } from "../../sound/sound";
import { announce } from "../../state/announce";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import type { Layout } from "../../ui/hooks";
import { Explain, Frame, type TableParts } from "../Frame";
import { Hand } from "../Hand";
import { focusCard, useKeys } from "../keys";
import { useOwnOrder } from "../order";
import { usePeople } from "../people";
import { stepOf } from "./cards";
import { Felt } from "./Felt";
import { HandOver, Status } from "./panels";
import { shandongPrompt, tableSpoken } from "./prompt";
import { ShandongButtons } from "./ShandongButtons";
import { ShandongPromptBar } from "./ShandongPrompt";
import { ShandongSide } from "./ShandongSide";
import { ShandongSheets } from "./sheets";
import { useShandongHand } from "./useShandongHand";
import { useShandongMoves } from "./useShandongMoves";
import { useTrickShow } from "./useTrickShow";

/** How many cards wide the widest play is: three of them have to fit beside each other on a phone. */
function spreadStyle(trick: Trick | null): CSSProperties {
  const most = Math.max(1, ...(trick?.plays ?? []).map((play) => play.cards.length));
  return { "--spread": 1 + (most - 1) * stepOf(most) } as CSSProperties;
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
  const [sheet, setSheet] = useState<"" | "last" | "declared">("");
  const [explained, setExplained] = useState<string | null>(null);
  const order = useOwnOrder(`${info?.match ?? ""}.${view.handNumber}`);
  const { held, notice, letGo } = useTrickShow(all);
  const moves = useShandongMoves(view, legal, letGo);
  const { cards, groups } = useShandongHand(view, order.own);
  const said = shandongPrompt(view, legal, selection, all, t);
  const mine = view.turn === view.seat && view.seat >= 0;
  const phone = layout === "phone";

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per turn, not whenever the words change
  useEffect(() => {
    if (mine) announce(`${said.title} ${said.text}`, "assertive");
  }, [mine, view.trickNumber, view.phase]);
  useEffect(() => {
    if (mine) play("turn");
  }, [mine]);

  const result = view.phase === "scored" ? view.result : null;
  useKeys({
    // Enter belongs to an offer, and to what stands over the table between hands.
    enter: moves.offered.length > 0 || result ? undefined : () => void moves.play(),
    h: () => void moves.hint(),
    x: () => select([]),
    p: moves.canPass ? moves.pass : undefined,
    t: () => setSheet(sheet === "last" ? "" : "last"),
    k: () => setSheet(sheet === "declared" ? "" : "declared"),
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
    chip: t("handTrick", { n: view.handNumber, trick: view.trickNumber }),
    status: layout === "wide" ? null : <Status view={view} layout={layout} />,
    prompt: <ShandongPromptBar view={view} all={all} moves={moves} said={said} notice={notice} />,
    actions: <ShandongButtons view={view} moves={moves} />,
    hand:
      view.seat >= 0 ? (
        <Hand
          cards={cards}
          groups={groups}
          selection={selection}
          multiple
          rack={shandongRack}
          tiles={phone}
          cardWidth={86}
          label={t("yourCards", { count: view.hand.length })}
          oneTap={false}
          onSelect={select}
          onPlay={() => void moves.play()}
          onDouble={moves.double}
          onExplain={setExplained}
          onReorder={order.set}
        />
      ) : null,
    handNote: t("cards", { count: view.hand.length }),
    felt: (
      <div className={`shandong-felt${phone ? " felt-phone" : ""}`} style={spreadStyle(held ?? view.trick)}>
        <Felt
          view={view}
          all={all}
          trick={held ?? view.trick}
          laying={sending}
          wanted={moves.wanted}
          compact={phone}
          onLastTrick={() => setSheet("last")}
        />
      </div>
    ),
    side: <ShandongSide wide={layout === "wide"} />,
    over: result ? <HandOver view={view} all={all} ended={ended} /> : null,
    extra: (
      <>
        <ShandongSheets view={view} all={all} open={sheet} onClose={() => setSheet("")} />
        {explained && (
          <Explain
            title={pokerWord(t, explained)}
            text={cards.find((c) => c.id === explained)?.label ?? ""}
            onClose={() => setExplained(null)}
          />
        )}
      </>
    ),
  };
  return <Frame layout={layout} parts={parts} />;
}
