import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SettingsForm } from "../pages/SettingsForm";
import { request } from "../state/moves";
import { go, linkTo } from "../state/route";
import { forgetSeat } from "../state/seats";
import { useTable } from "../state/store";
import { Button, Name, Sheet } from "../ui/controls";
import { FIRST_GAME } from "./games";

/** Esc: settings, keys, rules, the people at the table, leaving. */
export function MenuSheet({ onClose, onKeys }: { onClose(): void; onKeys(): void }) {
  const { t } = useTranslation();
  const { info, position } = useTable();
  const [leaving, setLeaving] = useState(false);
  const seated = position.seat >= 0;
  const others = (info?.seats ?? []).filter((s) => s.id && !s.bot && s.seat !== position.seat);
  const leave = async () => {
    await request("leave");
    if (info) forgetSeat(info.room);
    go("");
  };
  return (
    <Sheet title={t("menu")} open onClose={onClose}>
      <div className="row wrap">
        <Button icon="gear" size="small" onPress={onKeys}>
          {t(isTouched() ? "gesturesAndRules" : "keysAndRules")}
        </Button>
        <a
          className="button button-small"
          href={`#/rules/${info?.game ?? FIRST_GAME}/${info?.rulebook ?? ""}`}
          target="_blank"
          rel="noreferrer"
        >
          {t("rules")}
        </a>
        <Button
          size="small"
          icon="link"
          onPress={() => void navigator.clipboard?.writeText(linkTo(`room/${info?.room ?? ""}`))}
        >
          {t("copyLink")}
        </Button>
      </div>
      <SettingsForm />
      {seated && others.length > 0 && (
        <section className="stack">
          <h3>{t("peopleHere")}</h3>
          {others.map((s) => (
            <div key={s.seat} className="spread">
              <Name>{s.name}</Name>
              <span className="row">
                {info?.host === position.seat && (
                  <Button size="small" onPress={() => void request("kick", { seat: s.seat })}>
                    {t("kick")}
                  </Button>
                )}
                <Button size="small" onPress={() => void request("vote", { seat: s.seat })}>
                  {t("voteOut")}
                </Button>
              </span>
            </div>
          ))}
        </section>
      )}
      <div className="row wrap">
        <Button onPress={() => go("")}>{t("backToStart")}</Button>
        {seated && !leaving && <Button onPress={() => setLeaving(true)}>{t("leaveSeat")}</Button>}
        {leaving && (
          <Button kind="primary" onPress={() => void leave()}>
            {t("leaveSure")}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

const KEYS = [
  "arrows",
  "space",
  "digits",
  "enter",
  "d",
  "p",
  "u",
  "c",
  "a",
  "h",
  "x",
  "t",
  "k",
  "s",
  "g",
  "m",
  "w",
  "n",
  "l",
  "esc",
] as const;

const GESTURES = ["tap", "double", "drag", "slide", "hold", "pile", "seat"] as const;

/** ?: every key, or where there are none every gesture; and where the rules are. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { info } = useTable();
  const touched = isTouched();
  return (
    <Sheet title={t(touched ? "gesturesAndRules" : "keysAndRules")} open onClose={onClose} wide>
      <dl className="keys">
        {touched
          ? GESTURES.map((gesture) => (
              <div key={gesture} className="gesture">
                <dt>{t(`gesture.${gesture}.name`)}</dt>
                <dd>{t(`gesture.${gesture}.does`)}</dd>
              </div>
            ))
          : KEYS.map((key) => (
              <div key={key}>
                <dt>
                  <kbd className="key">{t(`key.${key}.name`)}</kbd>
                </dt>
                <dd>{t(`key.${key}.does`)}</dd>
              </div>
            ))}
      </dl>
      <a
        className="button"
        href={`#/rules/${info?.game ?? FIRST_GAME}/${info?.rulebook ?? ""}`}
        target="_blank"
        rel="noreferrer"
      >
        {t("rulesOfTable")}
      </a>
    </Sheet>
  );
}

/** A screen that is used with fingers and has no keys to name. */
function isTouched(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
