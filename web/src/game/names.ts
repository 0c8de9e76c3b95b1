import type { TFunction } from "i18next";

interface Named {
  name: string;
  /** The level of a bot, or whether it is one. */
  bot: string | boolean;
}

/** The names at one table, as the page shows them: the server's bots in the language of the page, unless somebody else
 * there is called so already. */
export function shownNames(seats: Named[], t: TFunction): string[] {
  const taken = new Set(seats.map((seat) => seat.name));
  return seats.map(({ name, bot }) => {
    const own = bot ? t(`houseBot.${name}`, name) : name;
    return taken.has(own) ? name : own;
  });
}
