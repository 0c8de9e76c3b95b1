import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { skipMotion } from "../motion/fly";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { Sheet } from "../ui/controls";
import { type Layout, useWindowSize } from "../ui/hooks";
import { Soon } from "../ui/Soon";
import { ConnectionBar } from "./ConnectionBar";
import { keepFocus, rememberFocus, useKeys } from "./keys";
import { KeysSheet, MenuSheet } from "./menus";
import { TableBar } from "./TableBar";

/** What a game gives to be put in its places. The places never move, whatever the phase. */
export interface TableParts {
  title: string;
  /** Where in the match we are, on wide screens. */
  chip: string;
  /** Four facts in a row on phones (level, trump, bankers, points). */
  status: ReactNode;
  prompt: ReactNode;
  actions: ReactNode;
  hand: ReactNode;
  handNote: ReactNode;
  felt: ReactNode;
  side: ReactNode;
  /** How a round or the match ended; its code may come only then. */
  over: ReactNode;
  extra: ReactNode;
}

interface FrameProps {
  layout: Layout;
  parts: TableParts;
  game?: string;
}

export function Frame({ layout, parts, game = "" }: FrameProps) {
  const { t } = useTranslation();
  const [sheet, setSheet] = useState<"" | "menu" | "keys" | "side">("");
  const connection = useTable((s) => s.connection);
  const seq = useTable((s) => s.position.seq);
  const acting = useTable((s) => s.acting);
  const { muted, language, set } = useSettings();
  const wide = layout === "wide";
  const size = useWindowSize();
  const openMenu = useCallback(() => setSheet("menu"), []);
  const openLog = useCallback(() => {
    if (!wide) setSheet("side");
    window.setTimeout(() => window.dispatchEvent(new CustomEvent("paiju:tab", { detail: "log" })), 0);
  }, [wide]);
  useKeys({
    g: openLog,
    m: () => set({ muted: !muted }),
    l: () => set({ language: language === "zh-CN" ? "en-US" : "zh-CN" }),
    n: skipMotion,
    "?": () => setSheet("keys"),
    escape: () => setSheet(sheet ? "" : "menu"),
  });
  useEffect(rememberFocus, []);
  useEffect(() => {
    if (seq >= 0 && !acting) keepFocus();
  }, [seq, acting]);
  return (
    <div
      className={["frame", `frame-${layout}`, game && `frame-${game}`, !parts.hand && "frame-watching"]
        .filter(Boolean)
        .join(" ")}
      data-connection={connection}
      data-seq={seq}
      data-window={`${size.width}x${size.height}`}
      data-acting={acting || undefined}
    >
      <a
        className="skip-link"
        href="#hand"
        onClick={(e) => {
          e.preventDefault();
          document.querySelector<HTMLElement>("[data-hand] [tabindex='0']")?.focus();
        }}
      >
        {t("toMyHand")}
      </a>
      <TableBar layout={layout} title={parts.title} chip={parts.chip} onMenu={openMenu} onSide={openLog} />
      <main className="frame-main" aria-label={parts.title}>
        <h1 className="unseen">{parts.title}</h1>
        {parts.status}
        <ConnectionBar />
        {!parts.over && parts.prompt}
        {parts.hand && !parts.over && (
          <div className="frame-hand">
            {parts.hand}
            <p className="hand-note">
              <span>{parts.handNote}</span>
              <span className="hand-keys">{t("handKeys")}</span>
            </p>
          </div>
        )}
        {parts.hand && !parts.over && (
          <div className="actions" role="toolbar" aria-label={t("actions")}>
            {parts.actions}
          </div>
        )}
        <section className="felt" data-drop="table" aria-label={t("table")}>
          {parts.over ? (
            <div className="frame-over">
              <Suspense fallback={<div aria-busy="true" />}>{parts.over}</Suspense>
            </div>
          ) : (
            parts.felt
          )}
        </section>
      </main>
      {wide && (
        <aside className="side" aria-label={t("side")}>
          <Soon>{parts.side}</Soon>
        </aside>
      )}
      {!wide && (
        <Sheet title={t("side")} open={sheet === "side"} onClose={() => setSheet("")} wide>
          <div className="side-sheet">{parts.side}</div>
        </Sheet>
      )}
      {sheet === "menu" && <MenuSheet onClose={() => setSheet("")} onKeys={() => setSheet("keys")} />}
      {sheet === "keys" && <KeysSheet onClose={() => setSheet("")} />}
      {parts.extra}
    </div>
  );
}

/** "Rule 8.2": opens the paragraph a refusal stands on. */
export function RuleLink({ rule }: { rule: string | undefined }) {
  const { t } = useTranslation();
  if (!rule) return null;
  const [game = "", code = ""] = rule.split("#");
  return (
    <a className="rule-link" href={`#/rules/${game}?code=${encodeURIComponent(code)}`} target="_blank" rel="noreferrer">
      {t("ruleWord")}
    </a>
  );
}
