/** Signs drawn for the emotes the server offers; an emote without a sign is shown as its word. */
const SIGNS: Record<string, string> = {
  hello: "👋",
  thanks: "🙏",
  nice: "👍",
  oops: "😅",
  wow: "😮",
  hurry: "⏰",
  think: "🤔",
  laugh: "😄",
  cry: "😢",
  bye: "👋🏻",
};

export function emoteSign(name: string): string {
  return SIGNS[name] ?? name;
}
