import type { TFunction } from "i18next";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Fact } from "../game/views";
import { onStep } from "../state/table";
import { type Narration, sentencesOf } from "./log";
import type { Person } from "./people";

/** Long enough to read a short sentence. */
const READ_MS = 3200;
const GLANCE_MS = 1800;
/** Of a rush of events only the last ones can be read. */
const RECENT = 8;

/** What happened to a seat, in a word or two; `hit` when it is more than the usual course of play. */
export interface Mark {
  text: string;
  /** The same where there is room for it. */
  long?: string;
  hit: boolean;
}

/** What a game says about its facts. */
export interface Telling {
  narration: Narration;
  /** Facts that must be read before something else takes their place. */
  weighty(fact: Fact): boolean;
  /** Weighty facts that whoever brought them about need not read. */
  known?(fact: Fact): boolean;
  /** Facts that the table shows better than words can. */
  shown(fact: Fact): boolean;
  /** A fact in fewer words, because those before it have said the rest. */
  shortened?(fact: Fact): Fact;
  /** What the facts did to each seat. */
  marks(facts: Fact[], all: Person[], t: TFunction): Map<number, Mark>;
}

export interface Happenings {
  /** What just happened, in words. */
  news: ReactNode;
  weighty: boolean;
  marks: ReadonlyMap<number, Mark>;
}

const NOTHING: Happenings = { news: null, weighty: false, marks: new Map() };

/** The last thing that happened, in the middle and at the seats it happened to, long enough to be read. */
export function useHappenings(telling: Telling, all: Person[]): Happenings {
  const { t } = useTranslation();
  const [shown, setShown] = useState(NOTHING);
  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(() => {
    let readUntil = 0;
    /** What happened while something weighty was read. */
    let meanwhile: ReactNode = null;
    const read = () => {
      if (performance.now() < readUntil - 1) return;
      setShown((s) => ({ ...s, weighty: false, news: meanwhile ?? s.news }));
    };
    const timers = new Set<number>();
    const later = (work: () => void, ms: number) => {
      const timer = window.setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    };
    const stop = onStep((step) => {
      const { all, t } = context.current;
      for (const event of step.events.slice(-RECENT)) {
        const facts = event.facts as Fact[];
        if (facts.some(telling.narration.begins)) {
          // Cards are dealt anew: nothing of the last round belongs to the table any more.
          readUntil = 0;
          meanwhile = null;
          setShown(NOTHING);
        }
        const weighty = facts.some(telling.weighty);
        const told = facts.filter((fact) => !telling.shown(fact));
        const said = { ...event, facts: telling.shortened ? told.map(telling.shortened) : told };
        const sentences = sentencesOf(telling.narration, said, all, t);
        const marks = telling.marks(facts, all, t);
        const now = performance.now();
        // Whoever acts has read what was there.
        const mine = event.seat === step.after.seat;
        if (mine) readUntil = 0;
        const tells = sentences.length > 0 && (weighty || now >= readUntil);
        const unread = facts.some((fact) => telling.weighty(fact) && !(mine && telling.known?.(fact)));
        if (tells && unread) readUntil = now + READ_MS;
        if (sentences.length > 0) meanwhile = tells ? null : joined(event.seq, sentences, t);
        if (!tells && marks.size === 0) continue;
        setShown((before) => ({
          news: tells ? joined(event.seq, sentences, t) : before.news,
          weighty: tells ? weighty : before.weighty,
          marks: marks.size === 0 ? before.marks : new Map([...before.marks, ...marks]),
        }));
        if (tells && weighty) later(read, READ_MS);
        for (const [seat, mark] of marks)
          later(() => setShown((s) => without(s, seat, mark)), mark.hit ? READ_MS : GLANCE_MS);
      }
    }, true);
    return () => {
      stop();
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, [telling]);
  return shown;
}

function joined(seq: number, sentences: ReactNode[], t: TFunction): ReactNode {
  return sentences.slice(0, 3).map((sentence, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of an event never change places
    <Fragment key={`${seq}.${i}`}>
      <span className="news-sentence">{sentence}</span>
      {t("sentenceGap")}
    </Fragment>
  ));
}

function without(shown: Happenings, seat: number, mark: Mark): Happenings {
  if (shown.marks.get(seat) !== mark) return shown;
  const marks = new Map(shown.marks);
  marks.delete(seat);
  return { ...shown, marks };
}

/** The words in the middle of the table. The place is kept when nothing is to be said. */
export function News({ happenings, children }: { happenings: Happenings; children?: ReactNode }) {
  return (
    <p className={`news${happenings.weighty ? " news-weighty" : ""}`} data-news>
      {happenings.news ?? children}
    </p>
  );
}
