import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { RulesText } from "../api/types.gen";
import { RulesPicture } from "../cards/RulesPictures";
import { go } from "../state/route";
import { gameInfo, useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { problemText } from "../ui/problem";
import { GameChoice } from "./GameChoice";
import { Message, NoSuchGame } from "./Message";
import { Marked, Paragraph } from "./Paragraph";

interface RulesProps {
  game: string;
  rulebook: string;
  /** A refusal whose paragraph is wanted. */
  code: string;
}

/** A rulebook in words and cards, from the same source as `paiju rules`. */
export function RulesPage({ game, rulebook, code }: RulesProps) {
  const { t } = useTranslation();
  const { server, failed } = useServer();
  const info = gameInfo(server, game);
  if (server && !info) return <NoSuchGame page="rules" game={game} />;
  const books = info?.rulebooks.map((b) => ({ value: b.name, text: t(`${game}.rulebook.${b.name}`, b.name) }));
  const chooseBook = (next: string) => go(`rules/${game}/${next}`);
  if (rulebook && books?.every((b) => b.value !== rulebook))
    return (
      <Message
        icon="cards"
        title={t("noSuchBook", { game: t(`${game}.name`, game), book: rulebook })}
        text={t("chooseOne")}
      >
        <Segments label={t("rulesPage.contents")} hideLabel value={rulebook} choices={books} onChange={chooseBook} />
      </Message>
    );
  const book = rulebook || info?.defaultRulebook || "";
  return (
    <div className="rules">
      <div className="rules-choice">
        <h1>{t("rulesPage.choose", { game: t(`${game}.name`, game) })}</h1>
        <GameChoice page="rules" game={game} />
        <Segments
          label={t("rulesPage.contents")}
          hideLabel
          value={book}
          choices={books ?? [{ value: book, text: t(`${game}.rulebook.${book}`, book) }]}
          onChange={chooseBook}
        />
      </div>
      {book ? (
        <Book key={game} game={game} book={book} code={code} />
      ) : (
        <p className="quiet">{t(failed ? "unreachable" : "loading")}</p>
      )}
    </div>
  );
}

function Book({ game, book, code }: { game: string; book: string; code: string }) {
  const { t } = useTranslation();
  const language = useSettings((s) => s.language);
  const [search, setSearch] = useState("");
  const path = `/rules/${encodeURIComponent(game)}/${encodeURIComponent(book)}?code=${encodeURIComponent(code)}`;
  const loaded = useLoaded(() => get<RulesText>(path), path + language);
  const text = loaded === undefined || loaded instanceof Error ? null : loaded;
  const wanted = text?.wanted ?? "";
  useEffect(() => {
    if (text && wanted) document.getElementById(`rule-${wanted}`)?.scrollIntoView();
  }, [text, wanted]);
  if (loaded === undefined) return <p className="quiet">{t("loading")}</p>;
  if (text === null) return <p role="alert">{problemText(loaded, t)}</p>;
  const found = search.trim().toLowerCase();
  const sections = text.sections.filter(
    (section) => !found || [section.title, ...section.paragraphs].some((part) => part.toLowerCase().includes(found)),
  );
  return (
    <div className="rules-book">
      <nav className="rules-nav panel" aria-label={t("rulesContents")}>
        <input
          className="input"
          type="search"
          value={search}
          placeholder={t("rulesSearch")}
          aria-label={t("rulesSearch")}
          onChange={(e) => setSearch(e.target.value)}
        />
        {found && (
          <p className="quiet" role="status">
            {sections.length > 0 ? t("rulesFound", { count: sections.length }) : t("rulesNothing", { text: search })}
          </p>
        )}
        <ol className="rules-contents">
          {sections.map((section) => (
            <li key={section.anchor}>
              <button
                type="button"
                onClick={() => document.getElementById(`rule-${section.anchor}`)?.scrollIntoView({ block: "start" })}
              >
                {section.title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <article className="panel pad rules-text">
        {sections.map((section) => (
          <section
            key={section.anchor}
            id={`rule-${section.anchor}`}
            className={section.anchor === wanted ? "rules-wanted" : ""}
          >
            <h2>
              <Marked text={section.title} found={found} />
            </h2>
            <RulesPicture game={game} section={section.anchor} />
            {section.paragraphs.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} found={found} />
            ))}
          </section>
        ))}
      </article>
    </div>
  );
}
