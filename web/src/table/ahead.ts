import { later } from "../ui/later";
import { faceOf } from "./games";

/** The code of rooms and tables. It is not part of the first page, but comes as soon as somebody is about to need it. */
export const Room = later(() => import("../pages/Room").then((m) => m.Room));

/** A finger is over the button: fetch what a table of this game needs. Failing here does no harm, it is asked for again. */
export function prepareTable(game: string): Promise<unknown> {
  return Promise.allSettled([Room.load(), faceOf(game).table.load()]);
}
