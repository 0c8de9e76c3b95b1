/** The page's language, kept apart from the dictionaries so that anybody can ask for it. */
export type Language = "zh-CN" | "en-US";

/** Where `state/settings.ts` keeps what this browser prefers. */
export const SETTINGS = "paiju.settings";

let language: Language = keptLanguage();

export function currentLanguage(): Language {
  return language;
}

export function rememberLanguage(next: Language): void {
  language = next;
}

/** Chinese for Chinese browsers, English for everybody else, until somebody chooses. */
export function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en-US";
}

/** The language chosen in this browser, before the code that keeps settings has come. */
function keptLanguage(): Language {
  try {
    const kept = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as { state?: { language?: Language } };
    return kept.state?.language ?? browserLanguage();
  } catch {
    return browserLanguage();
  }
}
