import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../state/announce";
import { useTable } from "../state/store";
import { useNow } from "../ui/hooks";
import { Icon, type IconName } from "../ui/Icon";

export interface PromptProps {
  tone: "you" | "wait" | "ok" | "bad" | "warn";
  title?: ReactNode;
  text?: ReactNode;
  detail?: ReactNode;
  /** Answers to others, inside the bar so that nothing is pushed away. */
  children?: ReactNode;
}

const ICONS: Partial<Record<PromptProps["tone"], IconName>> = { ok: "check", bad: "warning", warn: "warning" };

/** The one sentence that says whose turn it is, what is possible, and the time left. */
export function Prompt({ tone, title, text, detail, children }: PromptProps) {
  const icon = ICONS[tone];
  return (
    <section className={`prompt prompt-${tone}`} data-prompt={tone}>
      {icon ? <Icon name={icon} /> : tone === "you" && <span className="prompt-dot" />}
      <div className="prompt-words">
        <p className="prompt-line">
          {title && <strong className="prompt-title">{title}</strong>}{" "}
          {text && <span className="prompt-text">{text}</span>}
        </p>
        {detail && <p className="prompt-detail">{detail}</p>}
      </div>
      {children && <div className="prompt-answers">{children}</div>}
      <TimeLeft />
    </section>
  );
}

/** Seconds of the running clock, with a bar; says so when ten are left. */
export function TimeLeft() {
  const { t } = useTranslation();
  const clock = useTable((s) => s.clock);
  const clockAt = useTable((s) => s.clockAt);
  const seat = useTable((s) => s.position.seat);
  const running = clock.leftMs !== null;
  const now = useNow(250, running);
  const warned = useRef(0);
  const left = running ? Math.max(0, (clock.leftMs ?? 0) - (Math.max(now, clockAt) - clockAt)) : 0;
  const seconds = Math.ceil(left / 1000);
  const mine = clock.seat === seat && seat >= 0;
  useEffect(() => {
    if (!mine || !running || seconds !== 10 || warned.current === clockAt) return;
    warned.current = clockAt;
    announce(t("tenSeconds"), "assertive");
    window.dispatchEvent(new CustomEvent("paiju:sound", { detail: "time" }));
  }, [mine, running, seconds, clockAt, t]);
  if (!running) return null;
  const share = clock.totalMs ? Math.min(1, left / clock.totalMs) : 0;
  return (
    <div
      className={`time${mine && seconds <= 10 ? " time-short" : ""}`}
      role="timer"
      aria-label={t("timeLeft", { count: seconds })}
    >
      <span className="time-words">
        <Icon name="clock" />
        <span className="time-label">{t("timeWord")}</span>
        <b>{clockText(seconds)}</b>
      </span>
      {clock.totalMs ? (
        <span className="time-bar">
          <span style={{ transform: `scaleX(${share})` }} />
        </span>
      ) : null}
    </div>
  );
}

export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
