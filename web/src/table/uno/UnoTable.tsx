import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { UnoFace } from "../../cards/Card";
import { unoCard } from "../../cards/faces";
import { UnoTile } from "../../cards/Tile";
import { unoRack, withOwnOrder } from "../../game/rack";
import { can, legalCards, playsOf, seatAfter, sortedUno } from "../../game/uno";
import { seatOf, type UnoView } from "../../game/views";
import { unoSpoken } from "../../game/words";
import { play } from "../../sound/sound";
import { announce } from "../../state/announce";
import { act, checkSoon } from "../../state/moves";
import { select } from "../../state/selection";
import { useSettings } from "../../state/settings";
import { useTable } from "../../state/store";
import { type Layout, useHandRoom } from "../../ui/hooks";
import { later } from "../../ui/later";
import { Frame, type TableParts } from "../Frame";
import { Hand, type HandCard } from "../Hand";
import { News, useHappenings } from "../happenings";
import { focusCard, useKeys } from "../keys";
import { useOwnOrder } from "../order";
import { personAt, usePeople } from "../people";
import { useUnoSteps } from "./effects";
import { Direction, Orbit, Pile } from "./Pile";
import { tableSpoken, unoPrompt } from "./prompt";
import { asksNow, Questions } from "./Questions";
import { ShownHand } from "./ShownHand";
import { UNO_TELLING } from "./telling";
import { UnoButtons } from "./UnoButtons";
import { catchOf, UnoPromptBar } from "./UnoPrompt";
import { UnoSeats } from "./UnoSeats";
import { UnoSide } from "./UnoSide";
import { useUnoMoves } from "./useUnoMoves";

const RoundOver = later(() => import("./RoundOver").then((m) => m.RoundOver));

/** The whole UNO table: reads the position, puts the parts in their places, listens to the keys. */
export function UnoTable({ layout }: { layout: Layout }) {
  const { t } = useTranslation();
  const { view: seen, legal } = useTable((s) => s.position);
  const view = seen as unknown as UnoView;
  const selection = useTable((s) => s.selection);
  const sending = useTable((s) => s.sending);
  const live = useTable((s) => s.connection === "open");
  const match = useTable((s) => s.info?.match ?? "");
  const settings = useSettings();
  const all = usePeople();
  const order = useOwnOrder(match);
  const fresh = useUnoSteps(all);
  const happenings = useHappenings(UNO_TELLING, all);
  const room = useHandRoom(0.125, 0.125, 180);

  const playable = useMemo(() => legalCards(legal), [legal]);
  const jumps = useMemo(() => legalCards(legal, "JUMP_IN"), [legal]);
  const hand = useMemo(() => {
    const held = view.hand.filter((id) => !sending.includes(id));
    return withOwnOrder(sortedUno(held, settings.sort, held.length > 24 ? playable : undefined), order.own);
  }, [view.hand, sending, settings.sort, order.own, playable]);
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  const active = mine || jumps.size > 0;
  const moves = useUnoMoves(view, legal, hand);

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per turn, not whenever the words change
  useEffect(() => {
    if (mine) announce(`${t("yourTurn")} ${unoPrompt(view, legal, all, t).text}`, "assertive");
  }, [mine, view.turnNumber, view.phase]);
  useEffect(() => {
    if (mine) play("turn");
  }, [mine]);

  // Selecting an illegal card asks the server why, so that the bar can say it before anything is sent.
  const chosen = selection[0];
  const doubtful = chosen && mine && playsOf(legal, chosen).length === 0 ? chosen : null;
  useEffect(() => checkSoon(doubtful ? { type: "PLAY_CARD", cardId: doubtful } : null), [doubtful]);

  const sort = () => {
    order.clear();
    settings.set({ sort: settings.sort === "colour" ? "value" : "colour" });
  };
  const challenge = can(legal, "CHALLENGE_WILD_DRAW_FOUR");
  const accept = can(legal, "ACCEPT_WILD_DRAW_FOUR");
  const over = view.phase === "round_over" || view.phase === "ended";
  const asking = asksNow(view, moves) && !over;
  useKeys({
    d: moves.draw,
    p: moves.pass,
    u: moves.sayUno,
    c: () => {
      const answer = challenge ?? catchOf(view, legal);
      const [jump] = jumps;
      if (answer) void act(answer);
      else if (jump) moves.play(jump);
    },
    a: () => accept && void act(accept),
    h: () => void moves.hint(),
    x: () => select([]),
    s: sort,
    w: () => announce(tableSpoken(view, legal, all, t), "assertive"),
    enter: over || asking ? undefined : () => moves.play(),
    // While a colour is asked for, digits mean colours.
    ...(asking
      ? {}
      : Object.fromEntries(
          Array.from({ length: 10 }, (_, i) => [
            String((i + 1) % 10),
            () => {
              const id = focusCard(i)?.dataset.card;
              if (id) select([id]);
            },
          ]),
        )),
  });

  const cards = useMemo(
    () =>
      hand.map((id, i): HandCard => {
        const card = unoCard(id);
        const fits = playable.has(id) || jumps.has(id);
        return {
          id,
          label: t("cardOf", {
            card: active ? [unoSpoken(t, id), t(fits ? "playable" : "notNow")].join(t("comma")) : unoSpoken(t, id),
            n: i + 1,
            count: hand.length,
          }),
          tile: <UnoTile card={card} />,
          face: <UnoFace card={card} />,
          legal: active ? fits : undefined,
          dimmed: active && !fits,
          // After a reload the position still names the card that may be played.
          isNew: fresh.includes(id) || id === view.drawnCardId,
          group: "all",
        };
      }),
    [hand, playable, jumps, active, fresh, view.drawnCardId, t],
  );
  const yourCards = t("yourCards", { count: hand.length });
  const phone = layout === "phone";
  const nextSeat = view.seat >= 0 ? seatAfter(view, view.seat) : -4;
  const canDraw = Boolean(can(legal, "DRAW_CARD") ?? accept) && live;

  const parts: TableParts = {
    title: t("unoRound", { n: view.roundNumber }),
    chip: t("round", { n: view.roundNumber }),
    status: null,
    prompt: (
      <div className="prompt-place">
        <UnoPromptBar view={view} legal={legal} all={all} moves={moves} happenings={happenings} phone={phone} />
      </div>
    ),
    actions: <UnoButtons view={view} legal={legal} moves={moves} phone={phone} canDraw={canDraw} onSort={sort} />,
    hand:
      view.seat >= 0 ? (
        <Hand
          cards={cards}
          groups={[{ key: "all", title: "", label: yourCards, count: hand.length, must: false }]}
          selection={selection}
          multiple={false}
          rack={unoRack}
          tiles={phone}
          rackRoom={room.rack}
          cardWidth={room.card}
          label={yourCards}
          oneTap={(id) => settings.oneTap || (jumps.has(id) && !mine)}
          onSelect={select}
          onPlay={moves.play}
          onDouble={(id) => {
            select([id]);
            moves.play(id);
          }}
          onReorder={order.set}
        />
      ) : null,
    handNote: view.seat >= 0 ? t("handNote", { count: hand.length, n: playable.size }) : t("youWatch"),
    felt: (
      <>
        <div className="uno-middle">
          {asking ? (
            <Questions view={view} legal={legal} all={all} moves={moves} />
          ) : (
            <>
              <Orbit direction={view.direction} />
              <Pile
                view={view}
                laying={sending[0]}
                canDraw={canDraw}
                owedBy={t("owedBy", {
                  name: personAt(all, seatOf(view.currentPlayer)).name,
                  context: mine ? "me" : undefined,
                })}
                onDraw={moves.draw}
              />
              <ShownHand key={match} seat={view.seat} all={all} />
              <News happenings={happenings} />
              <Direction view={view} nextName={nextSeat >= 0 ? personAt(all, nextSeat).name : ""} />
            </>
          )}
        </div>
        <UnoSeats view={view} all={all} layout={layout} marks={happenings.marks} />
      </>
    ),
    side: <UnoSide />,
    over: over ? <RoundOver view={view} all={all} /> : null,
    extra: null,
  };
  return <Frame layout={layout} parts={parts} game="uno" />;
}
