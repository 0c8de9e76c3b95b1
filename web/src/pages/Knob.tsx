import { useTranslation } from "react-i18next";
import type { KnobInfo, OptionWords } from "../api/types.gen";

interface KnobProps {
  knob: KnobInfo;
  /** The option in the reader's language, from the rules. */
  words: OptionWords | undefined;
  value: unknown;
  /** Whether it differs from the rulebook. */
  changed: boolean;
  onChange(value: unknown): void;
}

/** One option in the form its kind asks for, every value with its whole text. */
export function Knob({ knob, words, value, changed, onChange }: KnobProps) {
  const { t } = useTranslation();
  const label = words?.label ?? knob.name;
  const classes = `knob${changed ? " knob-changed" : ""}`;
  const fixed = knob.kind !== "int" && knob.kind !== "list" && knob.values.length < 2;
  if (fixed) return null;
  if (knob.kind === "int") {
    return (
      <label className={classes}>
        <span>{label}</span>
        <input
          className="input"
          type="number"
          min={knob.low}
          max={knob.high}
          value={value === null || value === undefined ? "" : String(value)}
          placeholder={knob.values.includes(null) ? t("none") : ""}
          onChange={(e) => onChange(e.target.value === "" ? null : Number(e.target.value))}
        />
      </label>
    );
  }
  if (knob.kind === "list") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className={`${classes} knob-list`}>
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
  const textOf = (item: unknown) =>
    words?.values[JSON.stringify(item)] ?? (typeof item === "boolean" ? t(item ? "yes" : "no") : String(item));
  return (
    <label className={classes}>
      <span>{label}</span>
      <select className="input" value={JSON.stringify(value)} onChange={(e) => onChange(JSON.parse(e.target.value))}>
        {knob.values.map((item) => (
          <option key={String(item)} value={JSON.stringify(item)}>
            {textOf(item)}
          </option>
        ))}
      </select>
      <small className="knob-text">{textOf(value)}</small>
    </label>
  );
}
