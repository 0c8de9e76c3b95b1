import { create } from "zustand";

/** What a screen reader says. Polite for moves, assertive for what cannot wait. */
interface Announcements {
  polite: string;
  assertive: string;
}

export const useAnnouncements = create<Announcements>(() => ({ polite: "", assertive: "" }));

const BUNDLE_MS = 350;
let waiting: string[] = [];
let timer = 0;

/** One sentence. Polite ones that come close together are bundled, so that fast bots do not drown the reader. */
export function announce(text: string, how: "polite" | "assertive" = "polite"): void {
  if (how === "assertive") {
    useAnnouncements.setState({ assertive: text });
    return;
  }
  waiting.push(text);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    useAnnouncements.setState({ polite: waiting.slice(-6).join(" ") });
    waiting = [];
  }, BUNDLE_MS);
}
