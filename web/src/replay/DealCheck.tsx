import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readRecord } from "../fair/record";
import { type Verdict, verify } from "../fair/verify";
import { fingerprint } from "../table/Side";
import { Button } from "../ui/controls";
import { Icon } from "../ui/Icon";

/** "Check this deal": the answer in words, worked out in this browser. */
export function DealCheck({ commitment, load }: { commitment: string; load(): Promise<string> }) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict | "running" | null>(null);
  const check = async () => {
    setVerdict("running");
    try {
      setVerdict(await verify(readRecord(await load())));
    } catch {
      setVerdict({ kind: "noSeed" });
    }
  };
  const done = verdict !== null && verdict !== "running" ? verdict : null;
  const good = done?.kind === "genuine";
  return (
    <section
      className={`deal-check${done ? (good ? " deal-good" : " deal-bad") : ""}`}
      aria-live="polite"
      data-verdict={done?.kind ?? ""}
    >
      <h2 className="row">
        <Icon name={done && !good ? "warning" : "shield"} />
        {good ? t("check.genuine") : t("check.title")}
      </h2>
      <p>
        {done
          ? done.kind === "genuine"
            ? t("check.genuineText", { count: done.shuffles })
            : t(`check.${done.kind}`, done.kind === "wrongShuffle" ? { seq: done.seq } : {})
          : t("check.about")}
      </p>
      {commitment && <code title={commitment}>{fingerprint(commitment)}</code>}
      <Button size="small" onPress={() => void check()}>
        {t(verdict === "running" ? "check.running" : done ? "check.again" : "check.button")}
      </Button>
    </section>
  );
}
