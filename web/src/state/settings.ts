import { create } from "zustand";
import { persist } from "zustand/middleware";
import { browserLanguage, type Language, SETTINGS } from "../i18n/language";

export type Motion = "full" | "short" | "off";
export type Theme = "system" | "light" | "dark";

export interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  volume: number;
  muted: boolean;
  fourColours: boolean;
  oneTap: boolean;
  letters: boolean;
  name: string;
  levels: Record<string, string>;
  sort: "colour" | "value";
  mutedPeople: string[];
}

interface SettingsStore extends Settings {
  set(change: Partial<Settings>): void;
}

/** What this browser prefers. Kept in local storage; nothing of it reaches the server but name and language. */
export const useSettings = create<SettingsStore>()(
  persist(
    (set) => ({
      language: browserLanguage(),
      theme: "system",
      motion: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "full",
      volume: 0.6,
      muted: false,
      fourColours: true,
      oneTap: false,
      letters: true,
      name: "",
      levels: {},
      sort: "colour",
      mutedPeople: [],
      set: (change) => set(change),
    }),
    { name: SETTINGS, version: 1 },
  ),
);
