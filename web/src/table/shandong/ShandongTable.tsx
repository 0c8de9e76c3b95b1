import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PokerFace } from "../../cards/Card";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { shandongRack, withOwnOrder } from "../../game/rack";
import { intendedType, offers, suitToFollow, twinIn, wantedCount } from "../../game/shandong";
import type { GameAction, ShandongView, Trick } from "../../game/views";
import { pokerSpoken, pokerWord } from "../../game/words";
import { flyTo } from "../../motion/fly";
import { announce } from "../../state/announce";
import { act, askHint, checkSoon } from "../../state/moves";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import { onStep } from "../../state/table";
import { Button, Sheet } from "../../ui/controls";
import type { Layout } from "../../ui/hooks";
import { Explain, Frame, RuleLink, type TableParts } from "../Frame";
import { Hand, type HandCard, type HandGroup } from "../Hand";
import { focusCard, useKeys } from "../keys";
import { useOwnOrder } from "../order";
import { Prompt } from "../Prompt";
import { personAt, usePeople } from "../people";
import { CardWords, Spread, SuitWord } from "./cards";
import { shandongSteps } from "./effects";
import { Felt } from "./Felt";
import { DeclarePanel, HandOver, Status } from "./panels";
import { shandongPrompt } from "./prompt";
import { ShandongSide } from "./ShandongSide";

const HOLD_MS = 1160;
const NOTICE_MS = 2500;

export function ShandongTable({ layout }: { layout: Layout }) {
  const { t } = useTranslation();
  const { view: seen, legal } = useTable((s) => s.position);
  const view = seen as unknown as ShandongView;
  const info = useTable((s) => s.info);
  const selection = useTable((s) => s.selection);
  const check = useTable((s) => s.check);
  const refusal = useTable((s) => s.refusal);
  const live = useTable((s) => s.connection === "open");
  const sending = useTable((s) => s.sending);
  const all = usePeople();
  const [held, setHeld] = useState<Trick | null>(null);
  const [notice, setNotice] = useState<ShandongView["failedThrow"]>(null);
  const [sheet, setSheet] = useState<"" | "last" | "declared">("");
  const [explained, setExplained] = useState<string | null>(null);
  const [declined, setDeclined] = useState("");
  const order = useOwnOrder(`${info?.match ?? ""}.${view.handNumber}`);
  const mine = view.turn === view.seat && view.seat >= 0;
  const wanted = wantedCount(view);
  const intended = intendedType(view, legal);
  const offered = useMemo(() => offers(legal), [legal]);
  const canPass = legal.some((a) => a.type === "PASS");
  const follow = suitToFollow(view);

  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(
    () =>
      onStep((step) => {
        const before = step.before.view as unknown as ShandongView | null;
        const after = step.after.view as unknown as ShandongView | null;
        if (!after) return;
        if (after.lastTrick && JSON.stringify(before?.lastTrick) !== JSON.stringify(after.lastTrick)) {
          const last = after.lastTrick;
          setHeld(last);
          window.setTimeout(() => setHeld((now) => (now === last ? null : now)), HOLD_MS);
        } else if (after.trick && after.trick.plays.length > 1) setHeld(null);
        if (after.failedThrow && !before?.failedThrow) {
          const failed = after.failedThrow;
          setNotice(failed);
          window.setTimeout(() => setNotice((now) => (now === failed ? null : now)), NOTICE_MS);
        }
        shandongSteps(step, context.current);
      }),
    [],
  );
  const said = shandongPrompt(view, legal, selection, all, t);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per turn, not whenever the words change
  useEffect(() => {
    if (mine) announce(`${said.title} ${said.text}`, "assertive");
  }, [mine, view.trickNumber, view.phase]);

  // After each change of the selection the server is asked, as soon as there are enough cards to judge.
  const enough = selection.length > 0 && (wanted === null || selection.length >= wanted);
  const cards = selection.join();
  useEffect(() => {
    const list = cards ? cards.split(",") : [];
    checkSoon(enough && intended && intended !== "PASS" ? { type: intended, cards: list } : null);
  }, [cards, enough, intended]);

  const ready = check?.legal && enough;
  const play = async () => {
    if (!live || !intended || intended === "PASS") return;
    if (selection.length === 0) {
      announce(t("chooseFirst"), "assertive");
      return;
    }
    setHeld(null);
    const list = selection;
    const laid = intended === "PLAY" && ready ? list : [];
    if (laid[0]) flyTo(`[data-trick="${view.seat}"]`, [`[data-card="${laid[0]}"]`]);
    const problem = await act({ type: intended, cards: list }, laid);
    if (problem === null) select([]);
  };
  const choose = (action: GameAction | null) => {
    if (!action?.cards) return;
    select(action.cards);
    announce(t("hintCards", { cards: action.cards.map((id) => pokerWord(t, id)).join(t("listComma")) }), "assertive");
  };
  const hint = async () => {
    const action = await askHint();
    if (action?.type === "PASS") announce(t("hintAction.PASS"), "assertive");
    else choose(action?.cards ? action : view.suggestion);
  };
  const show = (action: GameAction) => live && void act(action);
  const pass = () => {
    setDeclined(`${view.handNumber}.${view.phase}`);
    if (live && canPass) void act({ type: "PASS" });
  };
  const showOffers =
    offered.length > 0 && declined !== `${view.handNumber}.${view.phase}` && !view.passed.includes(view.seat);
  const double = (id: string) => {
    const twin = twinIn(view.hand, id);
    const pair = twin ? [id, twin] : [id];
    const rest = selection.filter((s) => !pair.includes(s));
    select(pair.every((p) => selection.includes(p)) && twin === undefined ? rest : [...rest, ...pair]);
  };
  const readTable = () => {
    const trick = view.trick?.plays
      .map((p) => `${personAt(all, p.seat).name}: ${p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))}`)
      .join(". ");
    announce(
      `${t("levelWord")} ${view.level}. ${t("trumpWord")} ${view.trumpSuit ? t(`suit.${view.trumpSuit}`) : t(view.trumpHidden ? "trumpHidden" : "trumpNone")}. ${t("idlePoints")} ${view.points}. ${trick ?? ""} ${said.title} ${said.text}`,
      "assertive",
    );
  };
  useKeys({
    enter: showOffers ? undefined : () => void play(),
    h: () => void hint(),
    x: () => select([]),
    p: canPass ? pass : undefined,
    t: () => setSheet(sheet === "last" ? "" : "last"),
    k: () => setSheet(sheet === "declared" ? "" : "declared"),
    s: order.clear,
    w: readTable,
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [
        String((i + 1) % 10),
        () => {
          const id = focusCard(i)?.dataset.card;
          if (id) select(selection.includes(id) ? selection.filter((s) => s !== id) : [...selection, id]);
        },
      ]),
    ),
  });

  const playable = useMemo(() => new Set(view.playable), [view.playable]);
  const acting = mine && (view.phase === "playing" || view.phase === "burying");
  const groups: HandGroup[] = view.groups.map((g) => ({
    key: g.suit,
    title: <SuitWord suit={g.suit === "trump" && !view.trumpSuit ? "sureTrump" : g.suit} />,
    label: t(g.suit === follow ? "groupMust" : "groupLabel", { suit: t(`suit.${g.suit}`), count: g.cards.length }),
    count: g.cards.filter((id) => !sending.includes(id)).length,
    must: g.suit === follow,
  }));
  const handCards: HandCard[] = view.groups.flatMap((g) =>
    withOwnOrder(
      g.cards.filter((id) => !sending.includes(id)),
      order.own.filter((id) => g.cards.includes(id)),
    ).map((id) => {
      const card = pokerCard(id);
      const dimmed = acting && view.phase === "playing" && playable.size > 0 && !playable.has(id);
      return {
        id,
        label: [
          pokerSpoken(t, card),
          g.suit === "trump" && card.suit !== "joker" ? t("trumpCard") : "",
          selection.includes(id) ? t("selectedWord") : "",
          dimmed ? t("notNow") : "",
        ]
          .filter(Boolean)
          .join(t("comma")),
        tile: <PokerTile card={card} />,
        face: <PokerFace card={card} />,
        legal: dimmed ? false : undefined,
        dimmed,
        isNew: view.newCards.includes(id),
        group: g.suit,
      };
    }),
  );

  const problem = check && !check.legal && enough ? check.problem : refusal;
  const ended = view.matchWinner !== null || info?.status === "ended";
  const count = wanted ?? selection.length;
  const verb = intended === "BURY" ? "buryButton" : intended === "GIVE_BACK" ? "giveBackButton" : "playButton";
  const phone = layout === "phone";

  const parts: TableParts = {
    title: t("shandongHand", { n: Math.max(1, view.handNumber) }),
    chip: t("handTrick", { n: view.handNumber, trick: view.trickNumber }),
    status: layout === "wide" ? null : <Status view={view} layout={layout} />,
    prompt:
      showOffers && view.seat >= 0 ? (
        <DeclarePanel
          view={view}
          offers={offered}
          canPass={canPass || view.phase === "dealing"}
          onShow={show}
          onPass={pass}
        />
      ) : notice ? (
        <Prompt
          tone="warn"
          title={t("throwFailed")}
          text={t("throwFailedText", { name: personAt(all, notice.seat).name })}
          detail={
            <>
              <CardWords ids={notice.attempted} /> → <CardWords ids={notice.forced} />
            </>
          }
        />
      ) : view.waitingFor === "throwChoice" && mine && view.failedThrow ? (
        <Prompt tone="you" title={said.title} text={said.text}>
          {view.failedThrow.choices.map((unit) => (
            <Button key={unit.join()} size="small" onPress={() => void act({ type: "CHOOSE_UNIT", cards: unit })}>
              <CardWords ids={unit} />
            </Button>
          ))}
        </Prompt>
      ) : problem ? (
        <Prompt tone="bad" title={t("notThis", { reason: problem.text })}>
          <RuleLink rule={problem.rule} />
          {view.suggestion?.cards && mine && (
            <Button size="small" icon="hint" shortcut="H" onPress={() => choose(view.suggestion)}>
              {t("selectForMe")}
            </Button>
          )}
        </Prompt>
      ) : ready ? (
        <Prompt
          tone="ok"
          title={check.meaning ? t("readyWith", { what: check.meaning }) : t("readyPlain")}
          text={<CardWords ids={selection} />}
          detail={intended === "BURY" ? said.detail : undefined}
        />
      ) : (
        <Prompt tone={said.tone} title={said.title} text={said.text} detail={said.detail}>
          {canPass && !view.passed.includes(view.seat) && (
            <Button size="small" shortcut="P" onPress={pass}>
              {t("passButton")}
            </Button>
          )}
        </Prompt>
      ),
    actions: (
      <>
        <Button icon="hint" shortcut="H" dashed={!mine} onPress={() => void hint()} className="action-hint">
          {t("hint")}
        </Button>
        <Button shortcut="X" dashed={selection.length === 0} onPress={() => select([])} className="action-clear">
          {t("clear")}
        </Button>
        <span className="action-space" />
        <Button
          kind="primary"
          shortcut="↵"
          dashed={!live || !ready}
          onPress={() => void play()}
          className="action-play"
        >
          {count > 0 ? t(verb, { n: selection.length, count }) : t("leadButton")}
        </Button>
      </>
    ),
    groups: phone ? (
      <div className="group-chips" role="group" aria-label={t("groups")}>
        {groups.map((g) => (
          <button
            key={g.key}
            type="button"
            className={`chip group-chip${g.must ? " group-must" : ""}`}
            onClick={() => focusCard(handCards.findIndex((c) => c.group === g.key))}
          >
            {g.title} {g.count}
            {g.must && ` ${t("mustFollow")}`}
          </button>
        ))}
      </div>
    ) : (
      <div className="group-lines" aria-hidden="true">
        {groups.map((g) => (
          <span key={g.key} className={g.must ? "group-must" : ""}>
            {g.title} {g.count} {g.must && <b>{t("mustFollow")}</b>}
          </span>
        ))}
      </div>
    ),
    hand:
      view.seat >= 0 ? (
        <Hand
          cards={handCards}
          groups={groups}
          selection={selection}
          multiple
          rack={phone ? shandongRack : null}
          cardWidth={86}
          label={t("yourCards", { count: view.hand.length })}
          oneTap={false}
          onSelect={select}
          onPlay={() => void play()}
          onDouble={double}
          onExplain={setExplained}
          onReorder={order.set}
        />
      ) : null,
    handNote: t("cards", { count: view.hand.length }),
    felt: (
      <div className={`shandong-felt${phone ? " felt-phone" : ""}`}>
        <Felt
          view={view}
          all={all}
          trick={held ?? view.trick}
          laying={sending}
          wanted={wanted}
          compact={phone}
          onLastTrick={() => setSheet("last")}
        />
      </div>
    ),
    side: <ShandongSide wide={layout === "wide"} />,
    over: view.phase === "scored" && view.result ? <HandOver view={view} all={all} ended={ended} /> : null,
    extra: (
      <>
        <Sheet title={t("lastTrick")} open={sheet === "last"} onClose={() => setSheet("")}>
          {view.lastTrick ? (
            <>
              <ul className="stack">
                {view.lastTrick.plays.map((p) => (
                  <li key={p.seat} className="spread">
                    <b>{personAt(all, p.seat).name}</b>
                    {p.seat === view.lastTrick?.winner && <span className="tag tag-accent">{t("wonTrick")}</span>}
                    <Spread ids={p.cards} label={p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
                  </li>
                ))}
              </ul>
              <p className="second">{t("trickPoints", { count: view.lastTrick.points })}</p>
            </>
          ) : (
            <p>{t("noLastTrick")}</p>
          )}
        </Sheet>
        <Sheet title={t("declaredTitle")} open={sheet === "declared"} onClose={() => setSheet("")}>
          {view.declarations.length === 0 && <p>{t("nobodyDeclared")}</p>}
          {view.declarations.map((d) => (
            <div key={d.seat + d.type} className="spread">
              <b>{personAt(all, d.seat).name}</b> {t(d.type === "snatch" ? "snatched" : "declared")}
              <Spread
                ids={[...d.jokers, ...(d.pair ?? [])]}
                backs={d.pair ? 0 : 2}
                label={t(d.pair ? "declaredOpen" : "faceDownPair", { name: personAt(all, d.seat).name })}
              />
            </div>
          ))}
        </Sheet>
        {explained && (
          <Explain
            title={pokerWord(t, explained)}
            text={handCards.find((c) => c.id === explained)?.label ?? ""}
            onClose={() => setExplained(null)}
          />
        )}
      </>
    ),
  };
  return <Frame layout={layout} parts={parts} />;
}
