/** Seat secrets of this browser, by room. A reload, a second tab or a restart of the server finds the seat again. */

export interface OwnSeat {
  room: string;
  seat: number;
  you: string;
  secret: string;
  game: string;
  at: number;
  /** Whether its match was over when the server was last asked: there is nothing to go back to. */
  over?: boolean;
}

const KEY = "paiju.seats";
const KEPT = 20;

function read(): OwnSeat[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as OwnSeat[];
  } catch {
    return [];
  }
}

function write(seats: OwnSeat[]): void {
  localStorage.setItem(KEY, JSON.stringify(seats.slice(0, KEPT)));
}

export function rememberSeat(seat: OwnSeat): void {
  write([seat, ...read().filter((s) => s.room !== seat.room)]);
}

export function forgetSeat(room: string): void {
  write(read().filter((s) => s.room !== room.toUpperCase()));
}

export function markSeat(room: string, over: boolean): void {
  write(read().map((s) => (s.room === room ? { ...s, over } : s)));
}

export function seatIn(room: string): OwnSeat | undefined {
  return read().find((s) => s.room === room.toUpperCase());
}

/** Newest first. */
export function ownSeats(): OwnSeat[] {
  return read();
}

const PLAYER = "paiju.player";

/** The identity for ladder and history, made at the first game. */
export interface OwnPlayer {
  player: string;
  secret: string;
}

export function ownPlayer(): OwnPlayer | null {
  try {
    return JSON.parse(localStorage.getItem(PLAYER) ?? "null") as OwnPlayer | null;
  } catch {
    return null;
  }
}

export function rememberPlayer(player: OwnPlayer): void {
  localStorage.setItem(PLAYER, JSON.stringify(player));
}
