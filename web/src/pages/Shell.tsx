import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../state/settings";
import { Avatar, Button, Sheet } from "../ui/controls";
import { useLayout, useOnline, useWindowSize } from "../ui/hooks";
import { Brand, Icon, type IconName } from "../ui/Icon";
import { SettingsForm } from "./SettingsForm";

const PAGES: { page: string; path: string; icon: IconName }[] = [
  { page: "start", path: "", icon: "play" },
  { page: "replays", path: "replays", icon: "eye" },
  { page: "ladder", path: "ladder", icon: "crown" },
  { page: "rules", path: "rules", icon: "book" },
];

/** Everything that is not a table: brand, four pages, sound, language, the player. */
export function Shell({ page, children }: { page: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { muted, language, name, set } = useSettings();
  const phone = useLayout() === "phone";
  // A phone on its side has little height, and its bar has space.
  const foot = useWindowSize().width < 640 && phone;
  const online = useOnline();
  const links = PAGES.map((p) => (
    <a key={p.page} href={`#/${p.path}`} className="nav-link" aria-current={p.page === page ? "page" : undefined}>
      {foot && <Icon name={p.icon} />}
      {t(`nav.${p.page}`)}
    </a>
  ));
  return (
    <div className="shell">
      <a
        className="skip-link"
        href="#main"
        onClick={(e) => {
          e.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t("toContent")}
      </a>
      <header className="bar">
        <a className="bar-brand" href="#/">
          <Brand />
          <b>{t("brand")}</b>
          <span className="second bar-second" lang={language === "zh-CN" ? "en" : "zh-CN"}>
            {t("brandOther")}
          </span>
        </a>
        <span className="bar-space" />
        {!foot && <nav aria-label={t("pages")}>{links}</nav>}
        {!phone && (
          <Button
            kind="plain"
            icon={muted ? "muted" : "sound"}
            aria-label={t(muted ? "unmute" : "mute")}
            onPress={() => set({ muted: !muted })}
          />
        )}
        <Button
          kind="plain"
          size="small"
          lang={language === "zh-CN" ? "en" : "zh-CN"}
          onPress={() => set({ language: language === "zh-CN" ? "en-US" : "zh-CN" })}
        >
          {t("otherLanguage")}
        </Button>
        <Button kind="plain" aria-label={t("settings")} onPress={() => setOpen(true)} className="bar-me">
          {phone ? <Icon name="menu" /> : <Avatar name={name || t("guest")} small />}
          {!phone && <bdi>{name || t("guest")}</bdi>}
        </Button>
      </header>
      {!online && (
        <div className="line line-bad shell-offline" role="alert">
          <Icon name="warning" />
          <p>
            <b>{t("offlinePage")}</b> {t("offlinePageText")}
          </p>
        </div>
      )}
      <main id="main" tabIndex={-1} className={`page page-${page}`}>
        {children}
      </main>
      {foot && (
        <nav className="nav-foot" aria-label={t("pages")}>
          {links}
        </nav>
      )}
      <Sheet title={t("settings")} open={open} onClose={() => setOpen(false)}>
        <SettingsForm />
      </Sheet>
    </div>
  );
}
