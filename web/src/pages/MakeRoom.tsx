import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { GameInfo, KnobInfo, OptionWords, RulesText } from "../api/types.gen";
import { go } from "../state/route";
import { gameInfo, makeRoom, useServer } from "../state/server";
import { BackBar } from "../table/TableBar";
import { Button, Segments, Stepper } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { problemText } from "../ui/problem";
import { GameChoice } from "./GameChoice";

type Options = Record<string, unknown>;

/** A room: game, rulebook by preset with what differs in plain words, single options, seats, bots, clock, who may see it. */
export function MakeRoom({ game: wanted }: { game: string }) {
  const { t } = useTranslation();
  const server = useServer((s) => s.server);
  const game = gameInfo(server, wanted) ?? server?.games[0];
  return (
    <>
      <BackBar title={t("makeRoomTitle")} />
      <main className="page page-narrow">
        {game ? <Form key={game.name} game={game} /> : <p className="quiet">{t("loading")}</p>}
      </main>
    </>
  );
}

function Form({ game }: { game: GameInfo }) {
  const { t, i18n } = useTranslation();
  const [rulebook, setRulebook] = useState(game.defaultRulebook);
  const [options, setOptions] = useState<Options>({});
  const [seats, setSeats] = useState(4);
  const [bots, setBots] = useState(0);
  const [level, setLevel] = useState(game.levels.includes("normal") ? "normal" : (game.levels[0] ?? ""));
  const [clock, setClock] = useState("60");
  const [visibility, setVisibility] = useState<"link" | "listed">("link");
  const [ranked, setRanked] = useState<"casual" | "ranked">("casual");
  const [trouble, setTrouble] = useState("");
  const words = useLoaded(
    () => get<RulesText>(`/rules/${game.name}/${game.defaultRulebook}`),
    game.name + i18n.language,
  );
  const optionWords = words === undefined || words instanceof Error ? [] : words.options;
  const book = game.rulebooks.find((b) => b.name === rulebook) ?? game.rulebooks[0];
  const [low = 2, high = 4] = book?.seats ?? [];
  const count = Math.min(Math.max(seats, low), high);
  const seatedBots = Math.min(bots, count - 1);
  const send = async () => {
    setTrouble("");
    try {
      const seated = await makeRoom({
        game: game.name,
        rulebook,
        options,
        seats: count,
        bots: Array.from({ length: seatedBots }, () => level),
        clock: Number(clock),
        visibility,
        ranked: ranked === "ranked",
      });
      go(`room/${seated.room}`);
    } catch (error) {
      setTrouble(problemText(error, t));
    }
  };
  return (
    <div className="stack">
      <GameChoice page="new" game={game.name} />
      <RadioGroup
        className="books"
        aria-label={t("rulebookWord")}
        value={rulebook}
        onChange={(name) => {
          setRulebook(name);
          setOptions({});
        }}
      >
        <span className="books-title">{t("rulebookChoose")}</span>
        {game.rulebooks.map((b) => (
          <Radio key={b.name} value={b.name} className="book panel">
            <span>
              <b>{t(`${game.name}.rulebook.${b.name}`, b.name)}</b>
              <small className="second">{t(`${game.name}.rulebook.${b.name}.about`, "")}</small>
            </span>
            <span className="offer-dot" />
          </Radio>
        ))}
      </RadioGroup>
      <details className="panel pad">
        <summary>
          {t("eachRule")}{" "}
          {Object.keys(options).length > 0 && <span className="tag tag-accent">{Object.keys(options).length}</span>}
        </summary>
        <p className="quiet">{t("eachRuleText")}</p>
        <div className="knobs">
          {game.knobs.map((knob) => (
            <Knob
              key={knob.name}
              knob={knob}
              words={optionWords.find((w) => w.name === knob.name)}
              value={knob.name in options ? options[knob.name] : book?.options[knob.name]}
              onChange={(value) => {
                const { [knob.name]: _, ...rest } = options;
                setOptions(
                  JSON.stringify(value) === JSON.stringify(book?.options[knob.name])
                    ? rest
                    : { ...rest, [knob.name]: value },
                );
              }}
            />
          ))}
        </div>
      </details>
      <Stepper label={t("seatsWord")} value={count} low={low} high={high} onChange={setSeats} />
      <Stepper label={t("botsWord")} value={seatedBots} low={0} high={count - 1} onChange={setBots} />
      {seatedBots > 0 && (
        <Segments
          label={t("botsLevel")}
          value={level}
          choices={game.levels.map((value) => ({ value, text: t(`level.${value}`, value) }))}
          onChange={setLevel}
        />
      )}
      <Segments
        label={t("clockWord")}
        value={clock}
        choices={["0", "60", "30", "15"].map((value) => ({
          value,
          text: value === "0" ? t("clockNone") : t("seconds", { count: Number(value) }),
        }))}
        onChange={setClock}
      />
      <Segments
        label={t("whoSees")}
        value={visibility}
        choices={[
          { value: "link", text: t("seesLink") },
          { value: "listed", text: t("seesAll") },
        ]}
        onChange={setVisibility}
      />
      <Segments
        label={t("countsFor")}
        value={ranked}
        choices={[
          { value: "casual", text: t("countsNothing") },
          { value: "ranked", text: t("countsLadder") },
        ]}
        onChange={setRanked}
      />
      {trouble && (
        <p className="line line-bad" role="alert">
          {trouble}
        </p>
      )}
      <Button kind="primary" className="wide-button" onPress={() => void send()}>
        {t("roomDone")}
      </Button>
    </div>
  );
}

interface KnobProps {
  knob: KnobInfo;
  /** The option in the reader's language, from the rules. */
  words: OptionWords | undefined;
  value: unknown;
  onChange(value: unknown): void;
}

/** One option in the form its kind asks for. */
function Knob({ knob, words, value, onChange }: KnobProps) {
  const { t } = useTranslation();
  const label = words?.label ?? knob.name;
  const fixed = knob.kind !== "int" && knob.kind !== "list" && knob.values.length < 2;
  if (fixed) return null;
  if (knob.kind === "int") {
    const optional = knob.values.includes(null);
    return (
      <label className="knob">
        <span>{label}</span>
        <input
          className="input"
          type="number"
          min={knob.low}
          max={knob.high}
          value={value === null || value === undefined ? "" : String(value)}
          placeholder={optional ? t("none") : ""}
          onChange={(e) => onChange(e.target.value === "" ? null : Number(e.target.value))}
        />
      </label>
    );
  }
  if (knob.kind === "list") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className="knob knob-list">
        <legend>{label}</legend>
        {knob.values.map((item) => (
          <label key={String(item)} className="knob-item">
            <input
              type="checkbox"
              checked={chosen.includes(item)}
              onChange={(e) =>
                onChange(
                  e.target.checked
                    ? knob.values.filter((v) => chosen.includes(v) || v === item)
                    : chosen.filter((v) => v !== item),
                )
              }
            />
            {String(item)}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label className="knob">
      <span>{label}</span>
      <select className="input" value={JSON.stringify(value)} onChange={(e) => onChange(JSON.parse(e.target.value))}>
        {knob.values.map((item) => (
          <option key={String(item)} value={JSON.stringify(item)}>
            {words?.values[JSON.stringify(item)] ?? (typeof item === "boolean" ? t(item ? "yes" : "no") : String(item))}
          </option>
        ))}
      </select>
    </label>
  );
}
