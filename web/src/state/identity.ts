import { post } from "../api/http";
import type { NewPlayer } from "../api/types.gen";
import { ownPlayer, rememberPlayer } from "./seats";

let ahead: Promise<NewPlayer | null> | null = null;

/** Ask for an identity, so that the first game need not wait for it. The server stores nothing before it is used. */
export function prepareIdentity(): void {
  if (!ownPlayer()) ahead ??= post<NewPlayer>("/players", {}).catch(() => null);
}

/** The identity under which results are kept; from the first game on it is always the same. */
export async function identity(): Promise<string | null> {
  const known = ownPlayer();
  if (known) return known.secret;
  prepareIdentity();
  const made = await ahead;
  ahead = null;
  if (made) rememberPlayer(made);
  return made?.secret ?? null;
}
