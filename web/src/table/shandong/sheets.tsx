import { useTranslation } from "react-i18next";
import type { ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Sheet } from "../../ui/controls";
import { type Person, personAt } from "../people";
import { Spread } from "./cards";

interface ShandongSheetsProps {
  view: ShandongView;
  all: Person[];
  open: "" | "last" | "declared";
  onClose(): void;
}

/** What can be looked up at any time: the last trick, and what was declared. */
export function ShandongSheets({ view, all, open, onClose }: ShandongSheetsProps) {
  const { t } = useTranslation();
  const last = view.lastTrick;
  return (
    <>
      <Sheet title={t("lastTrick")} open={open === "last"} onClose={onClose}>
        {last ? (
          <>
            <ul className="stack">
              {last.plays.map((p) => (
                <li key={p.seat} className="spread">
                  <b>{personAt(all, p.seat).name}</b>
                  {p.seat === last.winner && <span className="tag tag-accent">{t("wonTrick")}</span>}
                  <Spread ids={p.cards} label={p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
                </li>
              ))}
            </ul>
            <p className="second">{t("trickPoints", { count: last.points })}</p>
          </>
        ) : (
          <p>{t("noLastTrick")}</p>
        )}
      </Sheet>
      <Sheet title={t("declaredTitle")} open={open === "declared"} onClose={onClose}>
        {view.declarations.length === 0 && <p>{t("nobodyDeclared")}</p>}
        {view.declarations.map((d) => (
          <div key={d.seat + d.type} className="spread">
            <b>{personAt(all, d.seat).name}</b> {t(d.type === "snatch" ? "snatched" : "declared")}
            <Spread
              ids={[...d.jokers, ...(d.pair ?? [])]}
              backs={d.pair ? 0 : 2}
              label={t(d.pair ? "declaredOpen" : "faceDownPair", { name: personAt(all, d.seat).name })}
            />
          </div>
        ))}
      </Sheet>
    </>
  );
}
