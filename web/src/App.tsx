import type { TFunction } from "i18next";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Sprite } from "./cards/Sprite";
import { i18n } from "./i18n";
import { NoSuchPage } from "./pages/Message";
import { Shell } from "./pages/Shell";
import { Skeleton } from "./pages/Skeleton";
import { Start } from "./pages/Start";
import { play, type Sound } from "./sound/sound";
import { useAnnouncements } from "./state/announce";
import { useRoute } from "./state/route";
import { useSettings } from "./state/settings";
import ladderSheet from "./styles/ladder.css?url";
import replaySheet from "./styles/replay.css?url";
import rulesSheet from "./styles/rules.css?url";
import { Room } from "./table/ahead";
import { FIRST_GAME } from "./table/games";
import { ErrorBoundary } from "./ui/ErrorBoundary";
import { later } from "./ui/later";

const MakeRoom = later(() => import("./pages/MakeRoom").then((m) => m.MakeRoom));
const Replays = later(() => import("./pages/Replays").then((m) => m.Replays));
const Replay = later(() => import("./replay/Replay").then((m) => m.Replay), replaySheet);
const Ladder = later(() => import("./pages/Ladder").then((m) => m.LadderPage), ladderSheet);
const Rules = later(() => import("./pages/Rules").then((m) => m.RulesPage), rulesSheet);

export function App() {
  useAppearance();
  return (
    <ErrorBoundary>
      <Sprite />
      <LiveRegions />
      <Suspense fallback={<Skeleton />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page() {
  const { t } = useTranslation();
  const { parts, query } = useRoute();
  const [page = "", first = "", second = ""] = parts;
  switch (page) {
    case "new":
      return <MakeRoom game={first || FIRST_GAME} query={query} />;
    case "room":
      return <Room key={first.toUpperCase()} code={first} />;
    case "replays":
      return (
        <Shell page="replays">
          <Replays />
        </Shell>
      );
    case "replay":
      return <Replay key={first} match={first} query={query} />;
    case "ladder":
      return (
        <Shell page="ladder">
          <Ladder game={first || FIRST_GAME} player={second} />
        </Shell>
      );
    case "rules":
      return (
        <Shell page="rules">
          <Rules game={first || FIRST_GAME} rulebook={second} code={query.get("code") ?? ""} />
        </Shell>
      );
    case "":
      return (
        <Shell page="start">
          <Start />
        </Shell>
      );
    default:
      return <NoSuchPage title={t("noSuchPage")} text={t("noSuchPageText")} />;
  }
}

/** What the tab says: the page, and the game of a page that has one. */
function titleOf(page: string, game: string, t: TFunction): string {
  const names: Record<string, string> = {
    new: t("gameTitle", { game: t(`${game}.name`, game), title: t("makeRoomTitle") }),
    ladder: t("gameTitle", { game: t(`${game}.name`, game), title: t("ladder.title") }),
    rules: t("rulesPage.choose", { game: t(`${game}.name`, game) }),
    replays: t("replay.list"),
    replay: t("replay.title"),
  };
  return names[page] ? `${names[page]} – ${t("brand")}` : t("title");
}

/** Language, theme, deck and motion of the whole document follow the settings. */
function useAppearance(): void {
  const { t } = useTranslation();
  const { language, theme, motion, fourColours } = useSettings();

  const [dark, setDark] = useState(() => window.matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const media = window.matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setDark(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  useEffect(() => {
    void i18n.changeLanguage(language).then(() => {
      document.documentElement.lang = language === "zh-CN" ? "zh-CN" : "en";
    });
  }, [language]);
  const [page = "", first = FIRST_GAME] = useRoute().parts;
  useEffect(() => {
    if (page !== "room") document.title = titleOf(page, first, t);
  }, [page, first, t]);
  useEffect(() => {
    const root = document.documentElement.dataset;
    root.theme = theme === "dark" || (theme === "system" && dark) ? "dark" : "light";
    root.motion = motion;
    root.deck = fourColours ? "four" : "two";
  }, [theme, dark, motion, fourColours]);
  useEffect(() => {
    const sound = (event: Event) => play((event as CustomEvent<Sound>).detail);
    window.addEventListener("paiju:sound", sound);
    return () => window.removeEventListener("paiju:sound", sound);
  }, []);
}

function LiveRegions() {
  const { polite, assertive } = useAnnouncements();
  return (
    <>
      <div className="unseen" aria-live="polite">
        {polite}
      </div>
      <div className="unseen" aria-live="assertive">
        {assertive}
      </div>
    </>
  );
}
