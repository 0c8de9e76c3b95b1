import { Fragment, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { RulesText } from "../api/types.gen";
import { go } from "../state/route";
import { gameInfo, useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import "../styles/rules.css";
import { anchorOf } from "./anchors";
import { GameChoice } from "./GameChoice";

/** A rulebook in words, from the same source as `paiju rules`; `code` is a refusal whose paragraph is wanted. */
export function RulesPage({ game, rulebook, code }: { game: string; rulebook: string; code: string }) {
  const { t } = useTranslation();
  const server = useServer((s) => s.server);
  const language = useSettings((s) => s.language);
  const info = gameInfo(server, game);
  const book = rulebook || info?.defaultRulebook || "";
  const loaded = useLoaded(
    async () => (book ? get<RulesText>(`/rules/${encodeURIComponent(game)}/${encodeURIComponent(book)}`) : undefined),
    `${game}${book}${language}`,
  );
  const anchor = anchorOf(game, code);
  const text = loaded === undefined || loaded instanceof Error ? null : loaded;
  useEffect(() => {
    if (text && anchor) document.getElementById(`rule-${anchor}`)?.scrollIntoView();
  }, [text, anchor]);
  return (
    <div className="rules">
      <div className="rules-choice">
        <h1>{t("rulesPage.choose", { game: t(`${game}.name`, game) })}</h1>
        <GameChoice page="rules" game={game} />
        <Segments
          label={t("rulesPage.contents")}
          hideLabel
          value={book}
          choices={(info?.rulebooks ?? [{ name: book }]).map((b) => ({
            value: b.name,
            text: t(`${game}.rulebook.${b.name}`, b.name),
          }))}
          onChange={(next) => go(`rules/${game}/${next}`)}
        />
      </div>
      {loaded === undefined ? (
        <p className="quiet">{t("loading")}</p>
      ) : text === null ? (
        <p role="alert">{t("unreachable")}</p>
      ) : (
        <article className="panel pad rules-text">
          {text.sections.map((section) => (
            <section
              key={section.anchor}
              id={`rule-${section.anchor}`}
              className={section.anchor === anchor ? "rules-wanted" : ""}
            >
              <h2>{section.title}</h2>
              {section.paragraphs.map((paragraph) => (
                <Paragraph key={paragraph} text={paragraph} />
              ))}
            </section>
          ))}
        </article>
      )}
    </div>
  );
}

/** The little Markdown the rules use: lists, tables, bold and code. */
function Paragraph({ text }: { text: string }) {
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("|"))) return <Table lines={lines} />;
  if (lines.every((line) => /^([-*]|\d+\.) |^ {2}/.test(line))) {
    const items = text.split(/\n(?=[-*] |\d+\. )/).map((item) => item.replace(/^([-*]|\d+\.) /, ""));
    return (
      <ul className="rules-list">
        {items.map((item) => (
          <li key={item}>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Inline text={text} />
    </p>
  );
}

function Table({ lines }: { lines: string[] }) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              <Inline text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, i) => (
              <td key={`${head[i]}${cell}`}>
                <Inline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inline({ text }: { text: string }): ReactNode {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, i) => {
    const key = `${i}${part}`;
    if (part.startsWith("**")) return <b key={key}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`")) return <code key={key}>{part.slice(1, -1)}</code>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}
