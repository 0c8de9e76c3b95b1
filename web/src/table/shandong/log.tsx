import type { TFunction } from "i18next";
import type { Event } from "../../api/types.gen";
import type { GameAction } from "../../game/views";
import { fill, mark, pokerWord } from "../../game/words";
import { type Log, startsRound } from "../../state/log";
import { type LogLine, type LogRange, roundBefore } from "../LogList";
import { type Person, personAt } from "../people";
import { actorOf } from "../uno/log";
import { CardWords } from "./cards";

const SENTENCES: Record<string, string> = {
  DECLARE: "declare",
  SNATCH: "snatch",
  STICK: "stick",
  GIVE_BACK: "giveBack",
  BURY: "bury",
  PASS: "pass",
  CHOOSE_UNIT: "chooseUnit",
  TIMEOUT: "timeout",
};

/** "plays ♥ Q Q" with marks, or "" for what the log leaves out. */
function sentenceOf(event: Event, leads: boolean, me: boolean, t: TFunction): string {
  const action = event.action as GameAction;
  const context = me ? "me" : undefined;
  if (action.type === "PLAY") return t(leads ? "log_.lead" : "log_.follow", { context, card: mark(0) });
  const key = SENTENCES[action.type];
  return key ? t(`log_.${key}`, { context, card: mark(0) }) : "";
}

/** The log for the eye: newest first, headings per hand and per trick. */
export function shandongLog(log: Log, all: Person[], t: TFunction, how: LogRange = {}): LogLine[] {
  const { events, notes } = log;
  const { most = events.length, latest } = how;
  const lines: LogLine[] = [];
  const first = events.length - most;
  let hand = roundBefore(events, latest);
  let plays = 0;
  for (const [i, event] of events.entries()) {
    const action = event.action as GameAction;
    if (startsRound(event)) {
      hand += 1;
      plays = 0;
      if (i >= first) lines.push({ key: `h${event.seq}`, heading: t("handNumber", { n: hand }) });
      continue;
    }
    const played = action.type === "PLAY" || (action.type === "TIMEOUT" && plays > 0);
    const leads = plays % 4 === 0;
    if (played) {
      if (leads && i >= first) lines.push({ key: `t${event.seq}`, heading: t("trickNumber", { n: plays / 4 + 1 }) });
      plays += 1;
    }
    if (i < first) continue;
    const person = personAt(all, actorOf(event));
    const sentence = sentenceOf(event, leads, person.me, t);
    if (!sentence) continue;
    lines.push({
      key: String(event.seq),
      actor: person.name,
      words: fill(sentence, [<CardWords key="cards" ids={action.cards ?? []} />]),
    });
    const forced = notes[event.seq]?.forced;
    if (forced) {
      const words = fill(t("log_.throwFailed", { card: mark(0) }), [<CardWords key="forced" ids={forced} />]);
      lines.push({ key: `f${event.seq}`, actor: person.name, words });
    }
    const trick = notes[event.seq]?.trick;
    if (trick)
      lines.push({
        key: `w${event.seq}`,
        actor: personAt(all, trick.winner).name,
        words: t("log_.trick", { count: trick.points, context: personAt(all, trick.winner).me ? "me" : undefined }),
      });
  }
  return lines.reverse();
}

export function shandongSentence(event: Event, leads: boolean, all: Person[], t: TFunction): string {
  const person = personAt(all, actorOf(event));
  const sentence = sentenceOf(event, leads, person.me, t);
  if (!sentence) return "";
  const cards = ((event.action as GameAction).cards ?? []).map((id) => pokerWord(t, id)).join(t("listComma"));
  return t("sentence", { actor: person.name, words: fill(sentence, [cards]).join("") });
}
