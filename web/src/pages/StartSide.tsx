import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { MatchList } from "../api/types.gen";
import { shownNames } from "../game/names";
import { go } from "../state/route";
import { Button, Name } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { Icon } from "../ui/Icon";

export function JoinByCode() {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const clean = code.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (clean.length >= 4) go(`room/${clean}`);
  };
  return (
    <form className="panel pad stack" onSubmit={submit}>
      <label className="field">
        <span className="panel-title">{t("joinByCode")}</span>
        <span className="row">
          <input
            className="input code-input"
            value={code}
            maxLength={12}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder="K7QM"
            onChange={(e) => setCode(e.target.value)}
          />
          <Button type="submit" dashed={clean.length < 4}>
            {t("join")}
          </Button>
        </span>
      </label>
      <p className="quiet">{t("joinByLink")}</p>
    </form>
  );
}

/** The door to the rules of each game. */
export function RulesDoor({ games }: { games: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <section className="panel pad stack rules-door" aria-labelledby="rules-door">
      <h2 id="rules-door" className="panel-title">
        {t("newHere")}
      </h2>
      <ul>
        {games.map((game) => (
          <li key={game}>
            <a className="door" href={`#/rules/${game}`}>
              <Icon name="book" />
              <span>
                <b>{t("rulesPage.choose", { game: t(`${game}.name`, game) })}</b>
                <small className="second">{t(`learn.${game}`, "")}</small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last finished matches of listed rooms. */
export function LatestMatches() {
  const { t } = useTranslation();
  const loaded = useLoaded(() => get<MatchList>("/matches?limit=5"), "latest");
  if (!loaded || loaded instanceof Error || loaded.matches.length === 0) return null;
  return (
    <section className="panel latest" aria-labelledby="latest">
      <h2 id="latest" className="panel-title">
        {t("latest")}
      </h2>
      <ul>
        {loaded.matches.map((match) => (
          <li key={match.match}>
            <a className="door" href={`#/replay/${match.match}`}>
              <Icon name="eye" />
              <span>
                <b>{t(`${match.game}.name`, match.game)}</b>
                <small className="second match-names">
                  {shownNames(match.players, t).map((name, i) => (
                    <span key={name} className={match.players[i]?.placement === 1 ? "match-winner" : undefined}>
                      {match.players[i]?.placement === 1 && <Icon name="crown" />}
                      <Name>{name}</Name>
                    </span>
                  ))}
                </small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
