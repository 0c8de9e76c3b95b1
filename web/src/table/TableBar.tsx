import { memo } from "react";
import { useTranslation } from "react-i18next";
import { rulesName } from "../game/rulesName";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { Button } from "../ui/controls";
import type { Layout } from "../ui/hooks";
import { Brand, Icon } from "../ui/Icon";

interface BarProps {
  layout: Layout;
  title: string;
  chip: string;
  onMenu(): void;
  onSide(): void;
}

/** Top of a table: what is played where, the state of the line, sound, language, menu. */
export const TableBar = memo(function TableBar({ layout, title, chip, onMenu, onSide }: BarProps) {
  const { t } = useTranslation();
  const connection = useTable((s) => s.connection);
  const info = useTable((s) => s.info);
  const unread = useTable((s) => s.unread);
  const { muted, language, set } = useSettings();
  const phone = layout === "phone";
  const word = connection === "replaced" ? "watching" : connection;
  return (
    <header className="bar">
      <a className="bar-brand" href="#/" aria-label={t("toStart")}>
        <Brand />
        {!phone && <b>{t("brand")}</b>}
      </a>
      <span className="bar-title">
        {phone
          ? title
          : info
            ? t("gameRules", {
                game: t(`${info.game}.name`, info.game),
                rules: rulesName(info, t),
              })
            : title}
      </span>
      {layout === "wide" && (
        <>
          <span className="chip">
            {t("roomWord")} <b>{info?.room}</b>
          </span>
          <span className="chip">{chip}</span>
        </>
      )}
      <span className="bar-space" />
      <span className={`line-state line-${connection}`} role="status">
        <span className="dot" />
        <span className="line-word">{t(`line.${word}`)}</span>
      </span>
      {!phone && (
        <Button
          kind="plain"
          icon={muted ? "muted" : "sound"}
          aria-label={t(muted ? "unmute" : "mute")}
          aria-pressed={muted}
          onPress={() => set({ muted: !muted })}
        />
      )}
      {!phone && (
        <Button
          kind="plain"
          size="small"
          lang={language === "zh-CN" ? "en" : "zh-CN"}
          onPress={() => set({ language: language === "zh-CN" ? "en-US" : "zh-CN" })}
        >
          {t("otherLanguage")}
        </Button>
      )}
      {layout !== "wide" && (
        <span className="bar-log">
          <Button kind="plain" icon="log" aria-label={t("openSide")} onPress={onSide} />
          {unread > 0 && <span className="bar-unread">{unread}</span>}
        </span>
      )}
      <Button kind="plain" icon="menu" aria-label={t("menu")} onPress={onMenu} />
    </header>
  );
});

export function BackBar({ title, children }: { title: React.ReactNode; children?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className="bar">
      <a className="button button-plain button-icon" href="#/" aria-label={t("toStart")}>
        <Icon name="back" />
      </a>
      <h1 className="bar-title bar-heading">{title}</h1>
      <span className="bar-space" />
      {children}
    </header>
  );
}
