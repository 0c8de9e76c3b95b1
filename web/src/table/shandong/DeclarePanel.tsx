import { useTranslation } from "react-i18next";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import { offeredSuit, twinIn } from "../../game/shandong";
import type { GameAction, ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Button } from "../../ui/controls";
import { useKeys } from "../keys";
import { Prompt } from "../Prompt";
import { SuitWord } from "./cards";

interface DeclareProps {
  view: ShandongView;
  offers: GameAction[];
  canPass: boolean;
  onShow(action: GameAction): void;
  onPass(): void;
}

/** More offers than this have to be narrow to stand in one line: they show one card of each pair. */
const WIDE_OFFERS = 2;

/** What I could declare, snatch or stick with (the server's list): the bar says so, and the offers have the place of
    the buttons, so that nothing is pushed away. */
export function DeclarePanel({ view, offers, canPass, onShow, onPass }: DeclareProps) {
  const { t } = useTranslation();
  const [first] = offers;
  useKeys({ enter: first ? () => onShow(first) : undefined });
  if (!first) return null;
  const type = first.type.toLowerCase();
  return (
    <>
      <Prompt
        tone="you"
        title={t(`can.${type}`)}
        detail={t(view.options.hiddenDeclaration === false ? `howOpen.${type}` : `how.${type}`)}
      >
        {canPass && (
          <Button size="small" onPress={onPass} shortcut="P">
            {t(`decline.${type}`)}
          </Button>
        )}
      </Prompt>
      <div
        className={`offers${offers.length > WIDE_OFFERS ? " offers-many" : ""}`}
        data-declare={type}
        role="group"
        aria-label={t(`can.${type}`)}
      >
        {offers.slice(0, 6).map((option, i) => (
          <Button
            key={(option.cards ?? []).join()}
            className="offer"
            {...(i === 0 ? { kind: "primary", shortcut: "↵" } : {})}
            aria-label={`${t(`offer.${type}`)} ${t(`shandong.suit.${offeredSuit(option)}`)}${t("colon")}${(
              option.cards ?? []
            )
              .map((id) => pokerWord(t, id))
              .join(t("listComma"))}`}
            onPress={() => onShow(option)}
          >
            <span className="offer-cards">
              {(option.cards ?? []).map((id, at, all) => (
                <span
                  key={id}
                  className={`mini-tile${twinIn(all.slice(0, at), id) === undefined ? "" : " offer-twin"}`}
                >
                  <PokerTile card={pokerCard(id)} />
                </span>
              ))}
            </span>
            <SuitWord suit={offeredSuit(option)} />
          </Button>
        ))}
      </div>
    </>
  );
}
