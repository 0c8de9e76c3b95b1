/** The page's language, kept apart from the dictionaries so that anybody can ask for it. */
export type Language = "zh-CN" | "en-US";

let language: Language = "zh-CN";

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
