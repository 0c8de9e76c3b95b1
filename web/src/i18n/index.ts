import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { useSettings } from "../state/settings";
import { en } from "./en";
import { rememberLanguage } from "./language";
import { zh } from "./zh";

/** The page's own words. Refusals of rules come from the server in the same language. */
export const i18n = i18next;

rememberLanguage(useSettings.getState().language);
useSettings.subscribe((s) => rememberLanguage(s.language));

void i18n.use(initReactI18next).init({
  resources: { "zh-CN": { translation: zh }, "en-US": { translation: en } },
  lng: useSettings.getState().language,
  fallbackLng: "en-US",
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
  initAsync: false,
});
