import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { unoRack, withOwnOrder } from "../../game/rack";
import { unoPlaces } from "../../game/seating";
import type { Json } from "../../game/views";
import { play } from "../../sound/sound";
import { announce } from "../../state/announce";
import { act } from "../../state/moves";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import { onStep } from "../../state/table";
import { Button } from "../../ui/controls";
import { type Layout, useHandRoom } from "../../ui/hooks";
import { Frame, type TableParts } from "../Frame";
import { Hand, type HandCard } from "../Hand";
import { TableLog } from "../LogList";
import { spokenOf } from "../log";
import { OverPanel } from "../Over";
import { useOwnOrder } from "../order";
import { Prompt } from "../Prompt";
import { personAt, usePeople } from "../people";
import { SeatBox } from "../SeatBox";
import { Side } from "../Side";
import { PlainCard } from "./cards";
import { GENERIC_NARRATION } from "./log";
import { Piles } from "./Piles";
import { actionsWith, actionWords, countOf, handOf, turnOf } from "./reading";

function Log() {
  return <TableLog narration={GENERIC_NARRATION} />;
}

function Result() {
  const result = useTable((s) => s.info?.result);
  return result ? <Piles view={result as Json} /> : null;
}

/** A table for any game: own cards, piles, seats, every legal action as a button, facts as log. */
export function GenericTable({ layout }: { layout: Layout }) {
  const { t } = useTranslation();
  const { view: seen, legal, seat } = useTable((s) => s.position);
  const view = seen as Json;
  const info = useTable((s) => s.info);
  const selection = useTable((s) => s.selection);
  const refusal = useTable((s) => s.refusal);
  const all = usePeople();
  const order = useOwnOrder(info?.match ?? "");
  const mine = seat >= 0 && legal.length > 0;
  const turn = turnOf(view);
  const game = t(`${info?.game}.name`, info?.game ?? "");

  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(
    () =>
      onStep((step) => {
        for (const event of step.events)
          for (const sentence of spokenOf(GENERIC_NARRATION, event, context.current.all, context.current.t))
            announce(sentence);
      }),
    [],
  );
  useEffect(() => {
    if (!mine) return;
    play("turn");
    announce(t("yourTurn"), "assertive");
  }, [mine, t]);

  const room = useHandRoom(0.1);
  const hand = useMemo(() => handOf(view), [view]);
  const ids = withOwnOrder(
    hand.map((held) => held.id),
    order.own,
  );
  const held = (id: string) => hand.find((card) => card.id === id)?.card ?? null;
  const cards = ids.map((id, i): HandCard => {
    const fits = actionsWith(legal, held(id)).length > 0;
    return {
      id,
      label: t("cardOf", {
        card: [held(id), ...(mine ? [t(fits ? "playable" : "notNow")] : [])].join(t("comma")),
        n: i + 1,
        count: ids.length,
      }),
      tile: <PlainCard card={held(id)} />,
      face: <PlainCard card={held(id)} />,
      legal: mine ? fits : undefined,
      dimmed: mine && !fits,
      isNew: false,
      group: "all",
    };
  });
  const chosen = selection[0];
  const shown = chosen === undefined ? legal : actionsWith(legal, held(chosen));
  const playCard = (id: string) => {
    const [only, ...others] = actionsWith(legal, held(id));
    if (only && others.length === 0) void act(only);
  };
  const title = refusal ? refusal.text : mine ? t("yourTurn") : "";
  const parts: TableParts = {
    title: game,
    chip: game,
    status: null,
    prompt: (
      <Prompt
        tone={refusal ? "bad" : mine ? "you" : "wait"}
        title={title}
        text={mine || turn < 0 ? "" : t(seat < 0 ? "watchingTurn" : "waitingFor", { name: personAt(all, turn).name })}
      />
    ),
    actions: (
      <div className="row wrap legal-actions">
        {shown.map((action) => (
          <Button key={JSON.stringify(action)} className="action-legal" onPress={() => void act(action)}>
            {actionWords(action)}
          </Button>
        ))}
      </div>
    ),
    hand:
      seat >= 0 ? (
        <Hand
          cards={cards}
          groups={[
            { key: "all", title: "", label: t("yourCards", { count: cards.length }), count: cards.length, must: false },
          ]}
          selection={selection}
          multiple={false}
          rack={unoRack}
          tiles={layout === "phone"}
          rackRoom={room.rack}
          cardWidth={room.card}
          label={t("yourCards", { count: cards.length })}
          oneTap={() => false}
          onSelect={select}
          onPlay={playCard}
          onReorder={order.set}
        />
      ) : null,
    handNote: t("cards", { count: cards.length }),
    felt: (
      <div className="generic-felt">
        <ul className="generic-seats">
          {unoPlaces(
            all.map((p) => p.seat),
            seat,
          ).map((place) => (
            <SeatBox
              key={place.seat}
              person={personAt(all, place.seat)}
              count={countOf(view, place.seat)}
              onTurn={turn === place.seat}
            />
          ))}
        </ul>
        <Piles view={view} />
      </div>
    ),
    side: <Side Log={Log} Scores={Result} />,
    over:
      info?.status === "ended" ? (
        <OverPanel title={t("matchOver")} ended all={all}>
          <Result />
        </OverPanel>
      ) : null,
    extra: null,
  };
  return <Frame layout={layout} parts={parts} />;
}
