import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnoFace } from "../../cards/Card";
import { type Colour, unoCard } from "../../cards/faces";
import { ColourWord, UnoTile } from "../../cards/Tile";
import { unoRack, withOwnOrder } from "../../game/rack";
import { unoPlaces } from "../../game/seating";
import { can, handChanges, legalCards, playsOf, seatAfter, sortedUno } from "../../game/uno";
import { type GameAction, playerOf, seatOf, type UnoView } from "../../game/views";
import { unoSpoken, unoWord } from "../../game/words";
import { announce } from "../../state/announce";
import { useSettings } from "../../state/settings";
import { act, askHint, checkSoon, onStep, select, useTable } from "../../state/table";
import { Button } from "../../ui/controls";
import type { Layout } from "../../ui/hooks";
import { Explain, Frame, RuleLink, type TableParts } from "../Frame";
import { Hand, type HandCard } from "../Hand";
import { focusCard, useKeys } from "../keys";
import { useOwnOrder } from "../order";
import { Prompt } from "../Prompt";
import { people, personAt } from "../people";
import { SeatBox } from "../SeatBox";
import { LOG_LINES, Side } from "../Side";
import { unoSteps } from "./effects";
import { unoLog } from "./log";
import { Direction, Orbit, Pile } from "./Pile";
import { fitsSentence, unoPrompt } from "./prompt";
import { RoundOver, Scores } from "./Scores";
import { ColourSheet, TargetSheet } from "./sheets";
import { useGrace } from "./useGrace";

type Asking = { card: string; jump: boolean; colour?: Colour; need: "colour" | "target" } | null;

export function UnoTable({ layout }: { layout: Layout }) {
  const { t } = useTranslation();
  const { position, info, selection, events, notes, check, refusal, sending, connection } = useTable();
  const settings = useSettings();
  const view = position.view as unknown as UnoView;
  const legal = position.legal;
  const all = useMemo(() => people(info, position.seat, t), [info, position.seat, t]);
  const [asking, setAsking] = useState<Asking>(null);
  const [armed, setArmed] = useState(false);
  const [explained, setExplained] = useState<string | null>(null);
  const [gains, setGains] = useState<Map<number, number>>(new Map());
  const [fresh, setFresh] = useState<string[]>([]);
  const order = useOwnOrder(info?.match ?? "");
  const live = connection === "open";
  const log = useMemo(() => unoLog(events, notes, all, t, LOG_LINES), [events, notes, all, t]);

  const playable = useMemo(() => legalCards(legal), [legal]);
  const jumps = useMemo(() => legalCards(legal, "JUMP_IN"), [legal]);
  const hand = useMemo(
    () => withOwnOrder(sortedUno(view.hand, settings.sort, view.hand.length > 24 ? playable : undefined), order.own),
    [view.hand, settings.sort, order.own, playable],
  );
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  const chosen = selection[0];
  const chosenPlays = chosen ? playsOf(legal, chosen) : [];

  // What happened: "+n" at a seat for 1.5 s, new cards until the next action, sounds, pictures, words.
  const context = useRef({ all, t, motion: settings.motion });
  context.current = { all, t, motion: settings.motion };
  useEffect(
    () =>
      onStep((step) => {
        const before = step.before.view as unknown as UnoView | null;
        const after = step.after.view as unknown as UnoView | null;
        if (!after) return;
        const grown = new Map([...handChanges(before, after)].filter(([, n]) => n > 0));
        if (grown.size > 0) {
          setGains(grown);
          window.setTimeout(() => setGains((now) => (now === grown ? new Map() : now)), 1500);
        }
        setFresh(
          before && before.roundNumber === after.roundNumber
            ? after.hand.filter((id) => !before.hand.includes(id))
            : [],
        );
        unoSteps(step, context.current);
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per turn, not whenever the words change
  useEffect(() => {
    if (mine) announce(`${t("yourTurn")} ${unoPrompt(view, legal, all, t).text}`, "assertive");
    else setArmed(false);
  }, [mine, view.turnNumber, view.phase]);

  // Selecting an illegal card asks the server why, so that the bar can say it before anything is sent.
  useEffect(() => {
    if (chosen && mine && chosenPlays.length === 0) checkSoon({ type: "PLAY_CARD", cardId: chosen });
    else checkSoon(null);
  }, [chosen, mine, chosenPlays.length]);

  const send = async (action: GameAction) => {
    if (armed && can(legal, "CALL_UNO")) {
      await act({ type: "CALL_UNO" });
    }
    setArmed(false);
    setAsking(null);
    if (action.cardId) select([]);
    const problem = await act(action, action.cardId ? [action.cardId] : []);
    if (problem && action.cardId) select([action.cardId]);
  };

  const play = (id?: string, colour?: Colour, target?: number) => {
    const card = id ?? chosen;
    if (!live) return;
    if (!card) {
      if (can(legal, "SKIP_TURN") && view.phase === "acted") void send({ type: "SKIP_TURN" });
      else announce(t("chooseFirst"), "assertive");
      return;
    }
    const plays = playsOf(legal, card);
    if (plays.length === 0) {
      select([card]);
      void act({ type: "PLAY_CARD", cardId: card });
      return;
    }
    const jump = plays[0]?.type === "JUMP_IN";
    const fitting = plays.filter(
      (p) =>
        (colour ? p.chosenColor === colour : true) &&
        (target === undefined ? true : p.targetPlayerId === playerOf(target)),
    );
    if (fitting.some((p) => p.chosenColor) && !colour) {
      setAsking({ card, jump, need: "colour" });
      return;
    }
    if (fitting.some((p) => p.targetPlayerId) && target === undefined) {
      setAsking({ card, jump, need: "target", ...(colour ? { colour } : {}) });
      return;
    }
    const action = fitting[0];
    if (action) void send(action);
  };

  const draw = () => {
    const action = can(legal, "DRAW_CARD") ?? can(legal, "ACCEPT_WILD_DRAW_FOUR");
    if (!live) return;
    void act(action ?? { type: "DRAW_CARD" });
  };
  const pass = () => live && void act(can(legal, "SKIP_TURN") ?? { type: "SKIP_TURN" });
  const sayUno = () => {
    const exposed = seatOf(view.unoExposed) === view.seat;
    if (!live) return;
    if (exposed || (view.phase === "acted" && can(legal, "CALL_UNO"))) void act({ type: "CALL_UNO" });
    else if (mine && can(legal, "CALL_UNO")) {
      setArmed(!armed);
      if (!armed) announce(t("unoArmed"), "assertive");
    } else void act({ type: "CALL_UNO" });
  };
  const exposedSeat = seatOf(view.unoExposed);
  const catchable =
    exposedSeat >= 0
      ? legal.find((a) => a.type === "CHALLENGE_UNO" && seatOf(a.targetPlayerId) === exposedSeat)
      : undefined;
  const grace = useGrace(view.unoExposed);
  const catchNow = () => catchable && void act(catchable);
  const challenge = can(legal, "CHALLENGE_WILD_DRAW_FOUR");
  const accept = can(legal, "ACCEPT_WILD_DRAW_FOUR");
  const hint = async () => {
    const action = await askHint();
    if (!action) return;
    if (action.cardId) {
      select([action.cardId]);
      const at = hand.indexOf(action.cardId);
      if (at >= 0) focusCard(at);
      announce(t("hintCard", { card: unoWord(t, action.cardId) }), "assertive");
    } else announce(t(`hintAction.${action.type}`, action.type), "assertive");
  };
  const sort = () => {
    order.clear();
    settings.set({ sort: settings.sort === "colour" ? "value" : "colour" });
  };
  const chooseByNumber = (n: number) => {
    const option = focusCard(n);
    if (option?.dataset.card) select([option.dataset.card]);
  };
  const readTable = () => {
    const top = view.topCard ? unoWord(t, view.topCard.id) : "";
    const others = view.players
      .filter((p) => p.seat !== view.seat)
      .map((p) => `${personAt(all, p.seat).name} ${t("cards", { count: p.handCount })}`);
    announce(
      `${t("discardPile")}${t("comma")}${top}${t("comma")}${view.currentColor ? t("colourNow", { colour: t(`colour.${view.currentColor}`) }) : ""}. ${others.join(t("comma"))}. ${unoPrompt(view, legal, all, t).text}`,
      "assertive",
    );
  };

  useKeys({
    d: draw,
    p: pass,
    u: sayUno,
    c: () => (challenge ? void act(challenge) : catchNow()),
    a: () => accept && void act(accept),
    h: () => void hint(),
    x: () => select([]),
    s: sort,
    w: readTable,
    enter: () => play(),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [String((i + 1) % 10), () => chooseByNumber(i)])),
  });

  const cards: HandCard[] = hand.map((id, i) => {
    const card = unoCard(id);
    const fits = playable.has(id) || jumps.has(id);
    const active = mine || jumps.size > 0;
    return {
      id,
      label: t("cardOf", {
        card: unoSpoken(t, id),
        state: active ? t(fits ? "playable" : "notNow") : "",
        n: i + 1,
        count: hand.length,
      }),
      tile: <UnoTile card={card} />,
      face: <UnoFace card={card} />,
      legal: active ? fits : undefined,
      dimmed: !fits,
      isNew: fresh.includes(id),
      group: "all",
    };
  });

  const places = unoPlaces(
    view.players.map((p) => p.seat),
    view.seat,
  );
  const nextSeat = view.seat >= 0 ? seatAfter(view, view.seat) : -4;
  const many = places.length > 4;
  const seatBox = (seat: number) => {
    const person = personAt(all, seat);
    const count = view.players.find((p) => p.seat === seat)?.handCount ?? 0;
    const gain = gains.get(seat);
    const tags = (
      <>
        {seatOf(view.unoCalledBy) === seat && <span className="tag tag-accent">{t("saidUno")}</span>}
        {seatOf(view.unoExposed) === seat && <span className="tag tag-warn">{t("noUno")}</span>}
        {seat === nextSeat && many && <span className="tag">{t("next")}</span>}
      </>
    );
    return (
      <SeatBox
        key={seat}
        person={person}
        count={count}
        onTurn={seatOf(view.currentPlayer) === seat && view.phase !== "round_over" && view.phase !== "ended"}
        fan={!many && layout !== "phone"}
        compact={layout === "phone" && many}
        tags={tags}
        {...(gain ? { gain } : {})}
        {...(seat === nextSeat ? { relation: t("playsAfterYou") } : {})}
      />
    );
  };

  const said = unoPrompt(view, legal, all, t);
  const wd4 = view.phase === "wd4_response" && mine && view.pendingWd4 !== null;
  const played = view.pendingWd4 ? personAt(all, seatOf(view.pendingWd4.playedBy)).name : "";
  const illegal = chosen && check && !check.legal ? check.problem : refusal;
  const drawLabel =
    view.phase === "drawn" && can(legal, "SKIP_TURN")
      ? t("keep")
      : view.phase === "acted"
        ? t("endTurn")
        : view.drawPending > 0 && mine
          ? t("drawCount", { count: view.drawPending })
          : t(layout === "phone" ? "drawShort" : "drawOne");
  const passing = view.phase === "drawn" || view.phase === "acted";
  const canDraw = Boolean(can(legal, "DRAW_CARD") ?? accept) && live;
  const stacked = chosen && view.drawPending > 0 && mine && chosenPlays.length > 0;
  const playLabel =
    chosen && layout !== "phone" ? t(stacked ? "stackCard" : "playCard", { card: unoWord(t, chosen) }) : t("play");

  const parts: TableParts = {
    title: t("unoRound", { n: view.roundNumber }),
    chips: [t("round", { n: view.roundNumber })],
    status: null,
    prompt: wd4 ? (
      <Prompt
        tone="you"
        title={t("wd4OnYou", { name: played })}
        text={
          <>
            {t("wd4ColourWas")}{" "}
            {view.pendingWd4?.colorBefore && (
              <ColourWord colour={view.pendingWd4.colorBefore}>{t(`colour.${view.pendingWd4.colorBefore}`)}</ColourWord>
            )}
            . {t("wd4Ask", { name: played })}
          </>
        }
        detail={t("wd4Outcomes", { name: played, n: view.drawPending, m: view.drawPending + 2 })}
      >
        <Button size="small" shortcut="A" onPress={() => accept && void act(accept)}>
          {t("takeCards", { count: view.drawPending })}
        </Button>
        <Button size="small" kind="primary" shortcut="C" onPress={() => challenge && void act(challenge)}>
          {t("challenge")}
        </Button>
      </Prompt>
    ) : catchable ? (
      <Prompt tone="you" title={t("canCatch", { name: personAt(all, exposedSeat).name })} text={t("catchUntil")}>
        <Button kind="primary" size="small" shortcut="C" dashed={grace > 0} onPress={() => grace <= 0 && catchNow()}>
          {grace > 0
            ? t("catchIn", { s: (grace / 1000).toFixed(1) })
            : t("catchName", { name: personAt(all, exposedSeat).name })}
        </Button>
      </Prompt>
    ) : exposedSeat === view.seat && view.seat >= 0 ? (
      <Prompt tone="warn" title={t("forgotUno")}>
        <Button kind="primary" size="small" shortcut="U" onPress={sayUno}>
          {t("sayUno")}
        </Button>
      </Prompt>
    ) : illegal ? (
      <Prompt
        tone="bad"
        title={chosen ? t("doesNotFit", { card: unoWord(t, chosen), reason: illegal.text }) : illegal.text}
        detail={mine ? fitsSentence(view, legal, t) : undefined}
      >
        <RuleLink rule={illegal.rule} />
      </Prompt>
    ) : jumps.size > 0 ? (
      <Prompt tone="you" title={t("canJump")} text={said.text} />
    ) : (
      <Prompt tone={said.tone} title={said.title} text={said.text} detail={armed ? t("unoArmed") : undefined} />
    ),
    actions: (
      <>
        <Button
          icon={passing ? "check" : "draw"}
          shortcut={passing ? "P" : "D"}
          dashed={passing ? !can(legal, "SKIP_TURN") : !canDraw}
          onPress={passing ? pass : draw}
          className="action-draw"
        >
          {drawLabel}
        </Button>
        <Button
          kind="plain"
          icon="hint"
          shortcut="H"
          onPress={() => void hint()}
          className="action-hint"
          dashed={!mine}
        >
          {t("hint")}
        </Button>
        <Button kind="plain" icon="sort" onPress={sort} className="action-sort">
          {t(`sortBy.${settings.sort}`)}
        </Button>
        <span className="action-space" />
        <Button
          shortcut="U"
          aria-pressed={armed}
          dashed={!can(legal, "CALL_UNO")}
          onPress={sayUno}
          className={`action-uno${armed ? " action-armed" : ""}`}
        >
          {t("sayUno")}
        </Button>
        <Button
          kind="primary"
          shortcut="↵"
          dashed={!live || !chosen || chosenPlays.length === 0}
          onPress={() => play()}
          className="action-play"
        >
          {playLabel}
        </Button>
      </>
    ),
    hand:
      view.seat >= 0 ? (
        <Hand
          cards={cards}
          groups={[
            { key: "all", title: "", label: t("yourCards", { count: hand.length }), count: hand.length, must: false },
          ]}
          selection={selection.filter((id) => !sending.includes(id))}
          multiple={false}
          rack={layout === "phone" ? unoRack : null}
          cardWidth={104}
          label={t("yourCards", { count: hand.length })}
          oneTap={settings.oneTap}
          onSelect={select}
          onPlay={play}
          onDouble={(id) => {
            select([id]);
            play(id);
          }}
          onExplain={setExplained}
          onReorder={order.set}
        />
      ) : null,
    handNote: view.seat >= 0 ? t("handNote", { count: hand.length, n: playable.size }) : t("youWatch"),
    felt: (
      <>
        <div className={`uno-middle${many ? " uno-many" : ""}`}>
          {layout !== "phone" && <Orbit direction={view.direction} />}
          <Pile
            view={view}
            canDraw={canDraw}
            owedBy={t("owedBy", { name: personAt(all, seatOf(view.currentPlayer)).name })}
            onDraw={draw}
          />
          <Direction view={view} nextName={nextSeat >= 0 ? personAt(all, nextSeat).name : ""} />
        </div>
        {layout === "phone" ? (
          <ul className={`seats seats-row${many ? " seats-chips" : ""}`} aria-label={t("seats")}>
            {places.map((p) => seatBox(p.seat))}
          </ul>
        ) : (
          (["left", "top", "right"] as const).map((side) => (
            <ul key={side} className={`seats seats-${side}`} aria-label={t(`seatsAt.${side}`)}>
              {places.filter((p) => p.side === side).map((p) => seatBox(p.seat))}
            </ul>
          ))
        )}
      </>
    ),
    side: (
      <Side
        log={log}
        scores={<Scores view={view} all={all} />}
        foot={
          <div className="side-foot">
            <Scores view={view} all={all} />
          </div>
        }
      />
    ),
    over: view.phase === "round_over" || view.phase === "ended" ? <RoundOver view={view} all={all} /> : null,
    extra: (
      <>
        {asking?.need === "colour" && (
          <ColourSheet
            card={asking.card}
            hand={view.hand}
            current={view.currentColor}
            onClose={() => setAsking(null)}
            onChoose={(colour) => play(asking.card, colour)}
          />
        )}
        {view.phase === "choose_color" && mine && (
          <ColourSheet
            card={null}
            hand={view.hand}
            current={null}
            mustChoose
            onClose={() => undefined}
            onChoose={(color) => void act({ type: "CHOOSE_COLOR", color })}
          />
        )}
        {asking?.need === "target" && (
          <TargetSheet
            after={view.hand.length - 1}
            targets={playsOf(legal, asking.card)
              .filter((p) => p.targetPlayerId)
              .map((p) => seatOf(p.targetPlayerId))
              .map((seat) => ({
                person: personAt(all, seat),
                count: view.players.find((p) => p.seat === seat)?.handCount ?? 0,
                said: seatOf(view.unoCalledBy) === seat,
              }))}
            onClose={() => setAsking(null)}
            onChoose={(seat) => play(asking.card, asking.colour, seat)}
          />
        )}
        {explained && (
          <Explain
            title={unoWord(t, explained)}
            text={t(playable.has(explained) ? "playable" : "notNow")}
            onClose={() => setExplained(null)}
          />
        )}
      </>
    ),
  };
  return <Frame layout={layout} parts={parts} />;
}
