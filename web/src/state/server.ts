import { create } from "zustand";
import { post } from "../api/http";
import type { CreateRoom, GameInfo, SeatedAnswer, ServerInfo } from "../api/types.gen";
import { i18n } from "../i18n";
import { identity } from "./identity";
import { rememberSeat } from "./seats";
import { useSettings } from "./settings";

/** What the server offers: games, rulebooks, options, levels of bots. Asked once. */
export const useServer = create<{ server: ServerInfo | null; failed: boolean }>(() => ({
  server: null,
  failed: false,
}));

export async function takeServer(asked: Promise<ServerInfo>): Promise<ServerInfo | null> {
  try {
    const server = await asked;
    useServer.setState({ server, failed: false });
    return server;
  } catch {
    useServer.setState({ failed: true });
    return null;
  }
}

export function gameInfo(server: ServerInfo | null, name: string): GameInfo | undefined {
  return server?.games.find((g) => g.name === name);
}

/** The name others see: what was chosen, else "Guest" with a number, because names at a table differ. */
function shownName(): string {
  const { name, set } = useSettings.getState();
  if (name.trim()) return name.trim();
  const made = `${i18n.t("guest")} ${100 + Math.floor(Math.random() * 900)}`;
  set({ name: made });
  return made;
}

export async function makeRoom(wish: Pick<CreateRoom, "game"> & Partial<CreateRoom>): Promise<SeatedAnswer> {
  const player = await identity();
  const seated = await post<SeatedAnswer>("/rooms", { name: shownName(), ...(player ? { player } : {}), ...wish });
  keep(seated, wish.game);
  return seated;
}

/** A seat among strangers: where people wait, or in a room that bots fill after a short while. */
export async function quickMatch(game: string): Promise<SeatedAnswer> {
  const player = await identity();
  const seated = await post<SeatedAnswer>("/quick", { game, name: shownName(), ...(player ? { player } : {}) });
  keep(seated, game);
  return seated;
}

export async function joinRoom(room: string, game: string, seat?: number): Promise<SeatedAnswer> {
  const player = await identity();
  const seated = await post<SeatedAnswer>(`/rooms/${encodeURIComponent(room)}/join`, {
    name: shownName(),
    ...(player ? { player } : {}),
    ...(seat === undefined ? {} : { seat }),
  });
  keep(seated, game);
  return seated;
}

function keep(seated: SeatedAnswer, game: string): void {
  rememberSeat({
    room: seated.room.toUpperCase(),
    seat: seated.seat,
    you: seated.you,
    secret: seated.secret,
    game,
    at: Date.now(),
  });
}

/** "Play now": one click, bots of the remembered level, no clock that could press a newcomer. */
export async function playNow(game: string, level: string, seats: number): Promise<SeatedAnswer> {
  return makeRoom({ game, seats, bots: Array<string>(seats - 1).fill(level), clock: 0, start: true });
}
