import type { Language } from "./language";

type Tree = { [key: string]: string | Tree };

/** Both trees in one. No text is in both; a test checks that. */
function together(own: Tree, shared: Tree): Tree {
  const found = { ...own };
  for (const [key, value] of Object.entries(shared)) {
    const mine = found[key];
    found[key] = typeof mine === "object" && typeof value === "object" ? together(mine, value) : value;
  }
  return found;
}

async function dictionary(own: Promise<Tree>, shared: Promise<{ words: Tree; ui: Tree }>): Promise<Tree> {
  const [tree, { words, ui }] = await Promise.all([own, shared]);
  return { ...together(tree, ui), ...words };
}

const DICTIONARIES: Record<Language, () => Promise<Tree>> = {
  "zh-CN": () =>
    dictionary(
      import("./zh").then((m) => m.zh),
      import("../api/words.zh-CN.gen"),
    ),
  "en-US": () =>
    dictionary(
      import("./en").then((m) => m.en),
      import("../api/words.en-US.gen"),
    ),
};

/** All words of a language. They come once; asking again costs nothing. */
export function wordsOf(language: Language): Promise<Tree> {
  return DICTIONARIES[language]();
}
