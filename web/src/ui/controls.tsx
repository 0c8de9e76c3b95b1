import type { ReactNode } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Dialog,
  Heading,
  Label,
  Modal,
  ModalOverlay,
  Radio,
  RadioGroup,
} from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "./Icon";

interface ButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  kind?: "primary" | "plain";
  size?: "small";
  icon?: IconName;
  shortcut?: string;
  /** Impossible now: dashed, but it stays in its place, can be focused, and says why when pressed. */
  dashed?: boolean;
  children?: ReactNode;
  className?: string;
}

export function Button({ kind, size, icon, shortcut, dashed, children, className, ...rest }: ButtonProps) {
  const bare = icon !== undefined && children === undefined;
  const classes = ["button", kind && `button-${kind}`, size && `button-${size}`, bare && "button-icon", className];
  return (
    <AriaButton
      {...rest}
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
    </AriaButton>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  value: T;
  choices: readonly { value: NoInfer<T>; text: ReactNode }[];
  onChange(value: NoInfer<T>): void;
  disabled?: boolean;
}

/** One of a few, side by side. */
export function Segments<T extends string>({ label, hideLabel, value, choices, onChange, disabled }: SegmentsProps<T>) {
  return (
    <RadioGroup
      className="segments-group"
      aria-label={hideLabel ? label : undefined}
      value={value}
      onChange={(v) => onChange(v as T)}
      orientation="horizontal"
      isDisabled={disabled ?? false}
    >
      {!hideLabel && <Label className="segments-label">{label}</Label>}
      <div className="segments">
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className="segment">
            {choice.text}
          </Radio>
        ))}
      </div>
    </RadioGroup>
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
export function Sheet({ title, open, onClose, wide, children, dismissable = true }: SheetProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="veil"
      isOpen={open}
      onOpenChange={(now) => !now && onClose()}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
    >
      <Modal className={`sheet${wide ? " sheet-wide" : ""}`}>
        <Dialog>
          <div className="spread">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {dismissable && <Button icon="cross" kind="plain" size="small" aria-label={t("close")} onPress={onClose} />}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export function Avatar({ name, bot, small }: { name: string; bot?: boolean; small?: boolean }) {
  return (
    <span className={`avatar${small ? " avatar-small" : ""}`} aria-hidden="true">
      {bot ? <Icon name="bot" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** A name somebody chose: text only, and its direction stays its own. */
export function Name({ children }: { children: string }) {
  return <bdi className="name">{children}</bdi>;
}
