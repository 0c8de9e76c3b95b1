import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { KnobInfo, OptionWords } from "../api/types.gen";
import { Radio } from "../ui/controls";

interface KnobProps {
  knob: KnobInfo;
  /** The option in the reader's language, from the rules. */
  words: OptionWords | undefined;
  value: unknown;
  /** Whether it differs from the rulebook. */
  changed: boolean;
  onChange(value: unknown): void;
}

/** One option in the form its kind asks for; all values that it can have stand there with their whole texts. */
export function Knob({ knob, words, value, changed, onChange }: KnobProps) {
  const { t } = useTranslation();
  const group = useId();
  const label = words?.label ?? knob.name;
  const about = words?.about && <small className="knob-about">{words.about}</small>;
  const classes = `knob${changed ? " knob-changed" : ""}`;
  const textOf = (item: unknown) =>
    words?.values[JSON.stringify(item)] ?? (typeof item === "boolean" ? t(item ? "yes" : "no") : String(item));
  if (knob.kind === "int") {
    return (
      <label className={`${classes} knob-number`}>
        <span>
          {label}
          {about}
        </span>
        <input
          className="input"
          type="number"
          min={knob.low}
          max={knob.high}
          value={value === null || value === undefined ? "" : String(value)}
          onChange={(e) => onChange(e.target.value === "" ? null : Number(e.target.value))}
        />
        {knob.values.includes(null) && <small className="second">{t("knobEmpty", { text: textOf(null) })}</small>}
      </label>
    );
  }
  const chosen = Array.isArray(value) ? value : [];
  const many = knob.kind === "list";
  if (!many && knob.values.length < 2) return null;
  return (
    <fieldset className={classes}>
      <legend>
        {label}
        {about}
      </legend>
      {knob.values.map((item) =>
        many ? (
          <label key={String(item)} className="knob-value" data-selected={chosen.includes(item) || undefined}>
            <input
              className="unseen"
              type="checkbox"
              checked={chosen.includes(item)}
              onChange={(e) =>
                onChange(knob.values.filter((v) => (v === item ? e.target.checked : chosen.includes(v))))
              }
            />
            {String(item)}
          </label>
        ) : (
          <Radio
            key={String(item)}
            name={group}
            value={JSON.stringify(item)}
            chosen={item === value}
            onChoose={() => onChange(item)}
            className="knob-value"
          >
            {textOf(item)}
          </Radio>
        ),
      )}
    </fieldset>
  );
}
