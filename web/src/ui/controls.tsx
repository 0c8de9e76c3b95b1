import { type ButtonHTMLAttributes, type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "./Icon";

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick" | "className" | "children">;

interface ButtonProps extends NativeButton {
  kind?: "primary" | "plain";
  size?: "small";
  icon?: IconName;
  shortcut?: string;
  /** Impossible now: dashed, but it stays in its place, can be focused, and says why when pressed. */
  dashed?: boolean;
  onPress?: (() => void) | undefined;
  children?: ReactNode;
  className?: string | undefined;
}

export function Button({ kind, size, icon, shortcut, dashed, onPress, children, className, ...rest }: ButtonProps) {
  const bare = icon !== undefined && children === undefined;
  const classes = ["button", kind && `button-${kind}`, size && `button-${size}`, bare && "button-icon", className];
  return (
    <button
      type="button"
      {...rest}
      onClick={onPress && (() => onPress())}
      className={classes.filter(Boolean).join(" ")}
      {...(dashed ? { "aria-disabled": "true" } : {})}
    >
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && (
        <span className="key" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}

interface RadioProps {
  name: string;
  value: string;
  chosen: boolean;
  onChoose(): void;
  className: string;
  children: ReactNode;
}

/** One answer of several: the whole label can be pressed. */
export function Radio({ name, value, chosen, onChoose, className, children }: RadioProps) {
  return (
    <label className={className} data-selected={chosen || undefined}>
      <input className="unseen" type="radio" name={name} value={value} checked={chosen} onChange={onChoose} />
      {children}
    </label>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  value: T;
  choices: readonly { value: NoInfer<T>; text: ReactNode }[];
  onChange(value: NoInfer<T>): void;
}

/** One of a few, side by side. */
export function Segments<T extends string>({ label, hideLabel, value, choices, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div className="segments-group" role="radiogroup" aria-label={label}>
      {!hideLabel && (
        <span className="segments-label" aria-hidden="true">
          {label}
        </span>
      )}
      <div className="segments">
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            name={name}
            value={choice.value}
            chosen={choice.value === value}
            onChoose={() => onChange(choice.value)}
            className="segment"
          >
            {choice.text}
          </Radio>
        ))}
      </div>
    </div>
  );
}

/** On or off, at once. */
export function Switch({ label, on, onChange }: { label: ReactNode; on: boolean; onChange(on: boolean): void }) {
  return (
    <label className="switch" data-selected={on || undefined}>
      <input
        className="unseen"
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={(e) => onChange(e.target.checked)}
      />
      <span className="switch-track">
        <span className="switch-thumb" />
      </span>
      {label}
    </label>
  );
}

interface StepperProps {
  label: string;
  value: number;
  low: number;
  high: number;
  onChange(value: number): void;
}

/** A small number with − and +. */
export function Stepper({ label, value, low, high, onChange }: StepperProps) {
  const { t } = useTranslation();
  return (
    <div className="stepper" role="group" aria-label={label}>
      <span className="stepper-label">{label}</span>
      <Button
        icon="minus"
        aria-label={t("less", { label })}
        dashed={value <= low}
        onPress={() => value > low && onChange(value - 1)}
      />
      <output className="stepper-value" aria-live="polite">
        {value}
      </output>
      <Button
        icon="plus"
        aria-label={t("more", { label })}
        dashed={value >= high}
        onPress={() => value < high && onChange(value + 1)}
      />
    </div>
  );
}

interface SheetProps {
  title: ReactNode;
  open: boolean;
  onClose(): void;
  wide?: boolean;
  children: ReactNode;
  /** Whether a press beside it or Esc closes it. */
  dismissable?: boolean;
}

/** A sheet from below on phones, a dialog in the middle elsewhere. Focus returns where it was. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? createPortal(<OpenSheet {...rest} />, document.body) : null;
}

function OpenSheet({ title, onClose, wide, children, dismissable = true }: Omit<SheetProps, "open">) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal?.();
    element?.querySelector<HTMLElement>(".sheet")?.focus();
    return () => element?.close?.();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc cancels a dialog
    <dialog
      ref={dialog}
      className="veil"
      // biome-ignore lint/a11y/noRedundantRoles: what looks for open dialogs looks for the role
      role="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable) onClose();
      }}
      onClick={(event) => dismissable && event.target === event.currentTarget && onClose()}
    >
      <div className={`sheet${wide ? " sheet-wide" : ""}`} tabIndex={-1}>
        <div className="spread">
          <h2 id={heading}>{title}</h2>
          {dismissable && <Button icon="cross" kind="plain" size="small" aria-label={t("close")} onPress={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}

interface TabsProps<T extends string> {
  label: string;
  chosen: T;
  tabs: readonly { id: NoInfer<T>; title: ReactNode; panel: ReactNode; padded?: boolean }[];
  onChoose(id: NoInfer<T>): void;
}

/** Tabs and the panel of the chosen one. Arrow keys move between the tabs. */
export function Tabs<T extends string>({ label, chosen, tabs, onChoose }: TabsProps<T>) {
  const prefix = useId();
  const open = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  if (!open) return null;
  const step = (by: number) => {
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    document.getElementById(`${prefix}${next.id}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            id={`${prefix}${id}`}
            role="tab"
            className="tab"
            aria-selected={id === open.id}
            aria-controls={`${prefix}panel`}
            data-selected={id === open.id || undefined}
            tabIndex={id === open.id ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight") step(1);
              else if (event.key === "ArrowLeft") step(-1);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        id={`${prefix}panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls can be reached with keys
        tabIndex={0}
        aria-labelledby={`${prefix}${open.id}`}
        className={`tab-panel${open.padded ? " tab-pad" : ""}`}
      >
        {open.panel}
      </div>
    </div>
  );
}

const HUES = [20, 65, 110, 165, 200, 235, 275, 330];

export function Avatar({ name, bot, small }: { name: string; bot?: boolean; small?: boolean }) {
  return (
    <span
      className={`avatar${small ? " avatar-small" : ""}`}
      style={{ "--hue": hueOf(name) } as CSSProperties}
      aria-hidden="true"
    >
      {bot ? <Icon name="bot" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** A quiet colour that goes with a name, so that people are told apart at a glance. */
function hueOf(name: string): number {
  const mixed = [...name].reduce((sum, letter) => (sum * 37 + (letter.codePointAt(0) ?? 0)) % 9973, 0);
  return HUES[mixed % HUES.length] ?? 0;
}

/** A name somebody chose: text only, and its direction stays its own. */
export function Name({ children }: { children: string }) {
  return <bdi className="name">{children}</bdi>;
}
