import i18next, { type BackendModule, type PostProcessorModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { useSettings } from "../state/settings";
import { wordsOf } from "./dictionaries";
import { type Language, rememberLanguage } from "./language";

/** The words of the page: its own, those it shares with the terminal (`ui`), and under the name of each game what that
 * game has to say. Refusals of rules come from the server in the same language. */
export const i18n = i18next;

/** One dictionary at a time: the other language comes when somebody switches to it. */
const dictionaries: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, _namespace, done) => {
    wordsOf(language as Language).then(
      (words) => done(null, words as Record<string, string>),
      (error: Error) => done(error, false),
    );
  },
};

const BETWEEN_HAN = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu;

/** Chinese texts have a space beside a name, for names in Latin letters; beside a Chinese name it goes. */
const closeUp: PostProcessorModule = {
  type: "postProcessor",
  name: "closeUp",
  process: (text) => text.replace(BETWEEN_HAN, ""),
};

rememberLanguage(useSettings.getState().language);
useSettings.subscribe((s) => rememberLanguage(s.language));

/** The page can be drawn when it has words. */
export const wordsReady = i18n
  .use(dictionaries)
  .use(closeUp)
  .use(initReactI18next)
  .init({
    lng: useSettings.getState().language,
    load: "currentOnly",
    fallbackLng: false,
    postProcess: ["closeUp"],
    interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
    react: { useSuspense: false },
  });
