import { useTranslation } from "react-i18next";
import { go } from "../state/route";
import { useServer } from "../state/server";
import { Segments } from "../ui/controls";

/** Which game a page is about; choosing another one leads to the same page of that game. */
export function GameChoice({ page, game }: { page: string; game: string }) {
  const { t } = useTranslation();
  const games = useServer((s) => s.server?.games) ?? [{ name: game }];
  return (
    <Segments
      label={t("gameWord")}
      hideLabel
      value={game}
      choices={games.map(({ name }) => ({ value: name, text: t(`${name}.name`, name) }))}
      onChange={(next) => go(`${page}/${next}`)}
    />
  );
}
