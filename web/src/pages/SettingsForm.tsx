import { useTranslation } from "react-i18next";
import { play } from "../sound/sound";
import { useSettings } from "../state/settings";
import { Segments, Switch } from "../ui/controls";

/** What this browser prefers; every change works at once. */
export function SettingsForm() {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <div className="settings stack">
      <label className="field">
        {t("yourName")}
        <input
          className="input"
          value={settings.name}
          maxLength={32}
          placeholder={t("guest")}
          autoComplete="nickname"
          onChange={(e) => settings.set({ name: e.target.value })}
        />
      </label>
      <Segments
        label={t("language")}
        value={settings.language}
        choices={[
          { value: "zh-CN", text: "中文" },
          { value: "en-US", text: "English" },
        ]}
        onChange={(language) => settings.set({ language })}
      />
      <Segments
        label={t("theme")}
        value={settings.theme}
        choices={[
          { value: "system", text: t("themes.system") },
          { value: "light", text: t("themes.light") },
          { value: "dark", text: t("themes.dark") },
        ]}
        onChange={(theme) => settings.set({ theme })}
      />
      <Segments
        label={t("motion")}
        value={settings.motion}
        choices={[
          { value: "full", text: t("motions.full") },
          { value: "short", text: t("motions.short") },
          { value: "off", text: t("motions.off") },
        ]}
        onChange={(motion) => settings.set({ motion })}
      />
      <label className="slider">
        {t("volume")}
        <input
          type="range"
          value={settings.volume}
          min={0}
          max={1}
          step={0.05}
          onChange={(e) => settings.set({ volume: Number(e.target.value) })}
          onPointerUp={() => play("down")}
          onKeyUp={() => play("down")}
        />
      </label>
      <Switch label={t("mute")} on={settings.muted} onChange={(muted) => settings.set({ muted })} />
      <Switch
        label={t("fourColours")}
        on={settings.fourColours}
        onChange={(fourColours) => settings.set({ fourColours })}
      />
      <Switch label={t("oneTap")} on={settings.oneTap} onChange={(oneTap) => settings.set({ oneTap })} />
      <Switch label={t("letters")} on={settings.letters} onChange={(letters) => settings.set({ letters })} />
    </div>
  );
}
