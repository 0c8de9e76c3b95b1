import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { GamePicture } from "../cards/GamePicture";
import { OUR_GAMES } from "../table/games";
import { Icon } from "../ui/Icon";
import { GameChoice } from "./GameChoice";
import { Shell } from "./Shell";

interface MessageProps {
  icon: "warning" | "eye" | "cards";
  title: string;
  text?: string;
  children: ReactNode;
}

export function Message({ icon, title, text, children }: MessageProps) {
  return (
    <div className="message">
      {icon === "cards" ? (
        <div className="game-picture" aria-hidden="true">
          <GamePicture game={OUR_GAMES[0] ?? ""} />
        </div>
      ) : (
        <Icon name={icon} />
      )}
      <h1>{title}</h1>
      {text && <p className="second">{text}</p>}
      <div className="row wrap">{children}</div>
    </div>
  );
}

/** A page at whose address there is nothing: what is missing, and a way on. */
export function NoSuchPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  return (
    <Shell page="">
      <Message icon="cards" title={title} text={text}>
        <a className="button button-primary" href="#/">
          {t("backToStart")}
        </a>
        <a className="button" href="#/replays">
          {t("nav.replays")}
        </a>
      </Message>
    </Shell>
  );
}

/** The same for a page of a game that is not played here: this page of the games that are. */
export function NoSuchGame({ page, game }: { page: string; game: string }) {
  const { t } = useTranslation();
  return (
    <Message icon="cards" title={t("noSuchGame", { game })} text={t("chooseOne")}>
      <GameChoice page={page} game="" />
    </Message>
  );
}
