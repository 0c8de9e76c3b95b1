import { Fragment, type ReactNode } from "react";

/** The little Markdown the rules use: lists, tables, bold and code. `found` is marked wherever it occurs. */
export function Paragraph({ text, found = "" }: { text: string; found?: string }) {
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("|"))) return <Table lines={lines} found={found} />;
  if (lines.every((line) => /^([-*]|\d+\.) |^ {2}/.test(line))) {
    const items = text.split(/\n(?=[-*] |\d+\. )/).map((item) => item.replace(/^([-*]|\d+\.) /, ""));
    return (
      <ul className="rules-list">
        {items.map((item) => (
          <li key={item}>
            <Inline text={item} found={found} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Inline text={text} found={found} />
    </p>
  );
}

function Table({ lines, found }: { lines: string[]; found: string }) {
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
              <Inline text={cell} found={found} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, i) => (
              <td key={`${head[i]}${cell}`}>
                <Inline text={cell} found={found} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inline({ text, found }: { text: string; found: string }): ReactNode {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, i) => {
    const key = `${i}${part}`;
    if (part.startsWith("**"))
      return (
        <b key={key}>
          <Marked text={part.slice(2, -2)} found={found} />
        </b>
      );
    if (part.startsWith("`")) return <code key={key}>{part.slice(1, -1)}</code>;
    return (
      <Fragment key={key}>
        <Marked text={part} found={found} />
      </Fragment>
    );
  });
}

/** Text with every occurrence of `found` marked, whatever its case. */
export function Marked({ text, found }: { text: string; found: string }): ReactNode {
  if (!found) return text;
  const pieces: ReactNode[] = [];
  const low = text.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(found); at >= 0; at = low.indexOf(found, from)) {
    pieces.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + found.length)}</mark>);
    from = at + found.length;
  }
  return [...pieces, text.slice(from)];
}
