import { linkTo } from "./route";

/** Rules somebody has put together and given a name: kept in this browser, and carried by a link. */
export interface Preset {
  name: string;
  game: string;
  rulebook: string;
  options: Record<string, unknown>;
}

const KEY = "paiju.presets";
const KEPT = 12;

export function presetsOf(game: string): Preset[] {
  return read().filter((preset) => preset.game === game);
}

export function keepPreset(preset: Preset): void {
  const others = read().filter((p) => p.game !== preset.game || p.name !== preset.name);
  localStorage.setItem(KEY, JSON.stringify([preset, ...others].slice(0, KEPT)));
}

export function forgetPreset(preset: Preset): void {
  const left = read().filter((p) => p.game !== preset.game || p.name !== preset.name);
  localStorage.setItem(KEY, JSON.stringify(left));
}

function read(): Preset[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown[]).filter(isPreset);
  } catch {
    return [];
  }
}

function isPreset(value: unknown): value is Preset {
  const preset = value as Partial<Preset> | null;
  return (
    typeof preset?.name === "string" &&
    typeof preset.game === "string" &&
    typeof preset.rulebook === "string" &&
    typeof preset.options === "object" &&
    preset.options !== null &&
    !Array.isArray(preset.options)
  );
}

/** An address that opens the form of a new room with these rules. */
export function presetLink({ name, game, rulebook, options }: Preset): string {
  const query = new URLSearchParams({ rulebook, options: JSON.stringify(options), ...(name ? { name } : {}) });
  return linkTo(`new/${game}?${query}`);
}

/** The rules that an address carries; null when it has none, or none that can be read. */
export function presetIn(game: string, query: URLSearchParams): Preset | null {
  const rulebook = query.get("rulebook");
  if (rulebook === null) return null;
  try {
    const preset = {
      name: (query.get("name") ?? "").slice(0, 40),
      game,
      rulebook,
      options: JSON.parse(query.get("options") ?? "{}"),
    };
    return isPreset(preset) ? preset : null;
  } catch {
    return null;
  }
}
