import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { useSettings } from "../state/settings";
import { type Language, rememberLanguage } from "./language";

/** The words of the page's own screens, and under the name of each game those it shares with the terminal. Refusals of
 * rules come from the server in the same language. */
export const i18n = i18next;

async function together(own: Promise<object>, shared: Promise<{ words: object }>): Promise<object> {
  return { ...(await own), ...(await shared).words };
}

const DICTIONARIES: Record<Language, () => Promise<object>> = {
  "zh-CN": () =>
    together(
      import("./zh").then((m) => m.zh),
      import("../api/words.zh-CN.gen"),
    ),
  "en-US": () =>
    together(
      import("./en").then((m) => m.en),
      import("../api/words.en-US.gen"),
    ),
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
