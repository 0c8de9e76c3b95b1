import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { GameInfo, RulesText } from "../api/types.gen";
import { holds, houseRules, toggled, withOption } from "../game/houseRules";
import { forgetPreset, keepPreset, type Preset, presetIn, presetLink, presetsOf } from "../state/presets";
import { go } from "../state/route";
import { gameInfo, makeRoom, useServer } from "../state/server";
import { BackBar } from "../table/TableBar";
import { Button, Radio, Segments, Stepper } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { problemText } from "../ui/problem";
import { GameChoice } from "./GameChoice";
import { Knob } from "./Knob";
import { NoSuchGame } from "./Message";
import { Shell } from "./Shell";

type Options = Record<string, unknown>;

/** A room: game, rulebook, house rules by name, single rules, seats, bots, clock, who may see it. */
export function MakeRoom({ game: wanted, query }: { game: string; query: URLSearchParams }) {
  const { t } = useTranslation();
  const server = useServer((s) => s.server);
  const game = gameInfo(server, wanted);
  if (server && !game)
    return (
      <Shell page="">
        <NoSuchGame page="new" game={wanted} />
      </Shell>
    );
  return (
    <>
      <BackBar title={t("gameTitle", { game: t(`${wanted}.name`, wanted), title: t("makeRoomTitle") })} />
      <main className="page page-form">
        {game ? (
          <Form key={`${game.name}?${query}`} game={game} given={presetIn(game.name, query)} />
        ) : (
          <p className="quiet">{t("loading")}</p>
        )}
      </main>
    </>
  );
}

function Form({ game, given }: { game: GameInfo; given: Preset | null }) {
  const { t } = useTranslation();
  const known = (name: string) => game.rulebooks.find((b) => b.name === name);
  const [rulebook, setRulebook] = useState(given && known(given.rulebook) ? given.rulebook : game.defaultRulebook);
  const [options, setOptions] = useState<Options>(given && known(given.rulebook) ? given.options : {});
  const [seats, setSeats] = useState(4);
  const [bots, setBots] = useState(0);
  const [level, setLevel] = useState(game.levels.includes("normal") ? "normal" : (game.levels[0] ?? ""));
  const [clock, setClock] = useState("60");
  const [visibility, setVisibility] = useState<"link" | "listed">("link");
  const [ranked, setRanked] = useState<"casual" | "ranked">("casual");
  const [trouble, setTrouble] = useState("");
  const book = known(rulebook) ?? game.rulebooks[0];
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
    <div className="room-form">
      <div className="room-form-game">
        <GameChoice page="new" game={game.name} />
      </div>
      <RulesChoice
        game={game}
        rulebook={rulebook}
        options={options}
        given={given?.name ?? ""}
        onChange={(name, changed) => {
          setRulebook(name);
          setOptions(changed);
        }}
      />
      <section className="panel pad stack room-form-table" aria-label={t("tableWord")}>
        <h2>{t("tableWord")}</h2>
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
      </section>
      <div className="room-form-foot">
        {trouble && (
          <p className="line line-bad" role="alert">
            {trouble}
          </p>
        )}
        <Button kind="primary" className="wide-button" onPress={() => void send()}>
          {t("roomDone")}
        </Button>
      </div>
    </div>
  );
}

interface RulesChoiceProps {
  game: GameInfo;
  rulebook: string;
  options: Options;
  /** Name of the rules that came with the address. */
  given: string;
  onChange(rulebook: string, options: Options): void;
}

/** The rulebook, own rules by name, house rules that people know, and behind them every single rule. */
function RulesChoice({ game, rulebook, options, given, onChange }: RulesChoiceProps) {
  const { t, i18n } = useTranslation();
  const group = useId();
  const path = `/rules/${game.name}/${game.defaultRulebook}`;
  const words = useLoaded(() => get<RulesText>(path), path + i18n.language);
  const optionWords = words === undefined || words instanceof Error ? [] : words.options;
  const book = game.rulebooks.find((b) => b.name === rulebook)?.options ?? {};
  const changed = Object.keys(options).length;
  return (
    <section className="panel pad stack room-form-rules" aria-label={t("rules")}>
      <h2>{t("rules")}</h2>
      <div className="books" role="radiogroup" aria-label={t("rulebookWord")}>
        {game.rulebooks.map((b) => (
          <Radio
            key={b.name}
            name={group}
            value={b.name}
            chosen={b.name === rulebook}
            onChoose={() => onChange(b.name, {})}
            className="book"
          >
            <b>{t(`${game.name}.rulebook.${b.name}`, b.name)}</b>
            <small className="second">{t(`${game.name}.rulebook.${b.name}.about`, "")}</small>
          </Radio>
        ))}
      </div>
      <OwnRules game={game.name} rulebook={rulebook} options={options} given={given} onChange={onChange} />
      {houseRules(game.name).length > 0 && (
        <div className="stack">
          <h3>{t("houseRules")}</h3>
          <div className="house-rules">
            {houseRules(game.name).map((rule) => {
              const on = holds(rule, options, book);
              return (
                <button
                  key={rule.id}
                  type="button"
                  className="house-rule"
                  aria-pressed={on}
                  data-rule={rule.id}
                  onClick={() => onChange(rulebook, toggled(rule, options, book))}
                >
                  <b>{t(`houseRule.${game.name}.${rule.id}.name`)}</b>
                  <small>{t(`houseRule.${game.name}.${rule.id}.text`)}</small>
                </button>
              );
            })}
          </div>
        </div>
      )}
      <details className="each-rule">
        <summary>
          {t("eachRule", { count: game.knobs.length })}{" "}
          {changed > 0 && <span className="tag tag-accent">{t("changedRules", { count: changed })}</span>}
        </summary>
        <p className="quiet">{t("eachRuleText")}</p>
        <div className="knobs">
          {game.knobs.map((knob) => (
            <Knob
              key={knob.name}
              knob={knob}
              words={optionWords.find((w) => w.name === knob.name)}
              value={knob.name in options ? options[knob.name] : book[knob.name]}
              changed={knob.name in options}
              onChange={(value) => onChange(rulebook, withOption(options, book, knob.name, value))}
            />
          ))}
        </div>
      </details>
    </section>
  );
}

/** Rules with a name of their own: choose, keep, pass on, forget. */
function OwnRules({ game, rulebook, options, given, onChange }: Omit<RulesChoiceProps, "game"> & { game: string }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(() => presetsOf(game));
  const [name, setName] = useState(given);
  const [copied, setCopied] = useState("");
  const now: Preset = { name: name.trim(), game, rulebook, options };
  const isNow = (preset: Preset) =>
    preset.rulebook === rulebook && JSON.stringify(preset.options) === JSON.stringify(options);
  const changed = Object.keys(options).length > 0;
  const saved = kept.some((preset) => preset.name === now.name && isNow(preset));
  const copy = async (preset: Preset) => {
    await navigator.clipboard?.writeText(presetLink(preset)).catch(() => undefined);
    setCopied(preset.name || "·");
  };
  if (kept.length === 0 && !changed && !given) return null;
  return (
    <div className="stack own-rules">
      <h3>{t("ownRules")}</h3>
      {kept.map((preset) => (
        <div key={preset.name} className={`own-rule${isNow(preset) ? " own-rule-now" : ""}`} data-preset={preset.name}>
          <button
            type="button"
            className="own-rule-name"
            aria-pressed={isNow(preset)}
            onClick={() => {
              setName(preset.name);
              onChange(preset.rulebook, preset.options);
            }}
          >
            <bdi>{preset.name}</bdi>
          </button>
          <Button size="small" kind="plain" icon="link" onPress={() => void copy(preset)}>
            {t(copied === preset.name ? "copied" : "copyLink")}
          </Button>
          <Button
            size="small"
            kind="plain"
            icon="cross"
            aria-label={t("forgetRules", { name: preset.name })}
            onPress={() => {
              forgetPreset(preset);
              setKept(presetsOf(game));
            }}
          />
        </div>
      ))}
      {changed && !saved && (
        <form
          className="row wrap"
          onSubmit={(event) => {
            event.preventDefault();
            if (!now.name) return;
            keepPreset(now);
            setKept(presetsOf(game));
          }}
        >
          <input
            className="input own-rules-name"
            value={name}
            maxLength={40}
            aria-label={t("nameRules")}
            placeholder={t("nameRules")}
            onChange={(e) => setName(e.target.value)}
          />
          <Button type="submit" size="small" dashed={!now.name}>
            {t("keepRules")}
          </Button>
          <Button size="small" icon="link" onPress={() => void copy(now)}>
            {t(copied === (now.name || "·") ? "copied" : "copyLink")}
          </Button>
        </form>
      )}
    </div>
  );
}
