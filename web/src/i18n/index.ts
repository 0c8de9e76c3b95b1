import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { useSettings } from "../state/settings";
import { type Language, rememberLanguage } from "./language";

/** The page's own words. Refusals of rules come from the server in the same language. */
export const i18n = i18next;

const DICTIONARIES: Record<Language, () => Promise<object>> = {
  "zh-CN": () => import("./zh").then((module) => module.zh),
  "en-US": () => import("./en").then((module) => module.en),
};

/** One dictionary at a time: the other language comes when somebody switches to it. */
const dictionaries: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, _namespace, done) => {
    DICTIONARIES[language as Language]().then(
      (words) => done(null, words as Record<string, string>),
      (error: Error) => done(error, false),
    );
  },
};

rememberLanguage(useSettings.getState().language);
useSettings.subscribe((s) => rememberLanguage(s.language));

/** The page can be drawn when it has words. */
export const wordsReady = i18n
  .use(dictionaries)
  .use(initReactI18next)
  .init({
    lng: useSettings.getState().language,
    load: "currentOnly",
    fallbackLng: false,
    interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
    react: { useSuspense: false },
  });
