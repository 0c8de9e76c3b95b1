import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fan, moved, moveIn, type Rack } from "../game/rack";
import { useWidth } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { useCardGestures } from "./gestures";

export interface HandCard {
  id: string;
  /** What a screen reader says, position included. */
  label: string;
  tile: ReactNode;
  face: ReactNode;
  /** Legal now, not now, or unknown (Shandong: the selection as a whole is checked). */
  legal: boolean | undefined;
  dimmed: boolean;
  isNew: boolean;
  group: string;
}

export interface HandGroup {
  key: string;
  /** For the chip and the line above the cards. */
  title: ReactNode;
  label: string;
  count: number;
  /** The group that has to be followed. */
  must: boolean;
}

interface HandProps {
  cards: HandCard[];
  groups: HandGroup[];
  selection: string[];
  multiple: boolean;
  /** Rack on phones, fan on wide screens. */
  rack: ((count: number, width: number) => Rack) | null;
  cardWidth: number;
  label: string;
  onSelect(ids: string[]): void;
  /** A tap on the only selected card, a drag onto the table, Enter. */
  onPlay(id?: string): void;
  /** Double tap: the card and its twin. */
  onDouble?(id: string): void;
  onExplain(id: string): void;
  onReorder(ids: string[]): void;
  oneTap: boolean;
}

/** The own hand: one listbox, one tab stop, arrows inside; every card is one element that keeps its place in the page. */
export function Hand(props: HandProps) {
  const { cards, groups, selection, multiple, rack, label } = props;
  const { t } = useTranslation();
  const [box, width] = useWidth<HTMLDivElement>();
  const [focus, setFocus] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = Math.min(focus, Math.max(0, cards.length - 1));
  const shape = rack?.(cards.length, width);
  const spread = fan(
    groups.map((g) => g.count),
    width,
    props.cardWidth,
  );
  const columns = shape ? shape.columns : spread.rows === 1 ? cards.length : (groups[0]?.count ?? cards.length);

  useEffect(() => {
    const choose = (event: Event) => {
      const wanted = (event as CustomEvent<number>).detail;
      if (wanted < cards.length) setFocus(wanted);
    };
    window.addEventListener("paiju:focus-card", choose);
    return () => window.removeEventListener("paiju:focus-card", choose);
  }, [cards.length]);

  const toggle = (cardId: string) => {
    if (multiple)
      props.onSelect(selection.includes(cardId) ? selection.filter((s) => s !== cardId) : [...selection, cardId]);
    else props.onSelect(selection.includes(cardId) ? [] : [cardId]);
  };
  const gestures = useCardGestures({
    tap: (cardId) => {
      const at = cards.findIndex((c) => c.id === cardId);
      setFocus(at);
      if (!multiple && (props.oneTap || (selection.length === 1 && selection[0] === cardId))) {
        props.onSelect([cardId]);
        props.onPlay(cardId);
      } else toggle(cardId);
    },
    doubleTap: (cardId) => props.onDouble?.(cardId),
    longPress: props.onExplain,
    dropOnTable: (cardId) => {
      if (!selection.includes(cardId)) props.onSelect(multiple ? [...selection, cardId] : [cardId]);
      props.onPlay(cardId);
    },
    dropAmong: (cardId, to) =>
      props.onReorder(
        moved(
          cards.map((c) => c.id),
          cardId,
          to,
        ),
      ),
    list,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const card = cards[current];
    if (!card) return;
    if (event.key === " ") {
      event.preventDefault();
      toggle(card.id);
      return;
    }
    if (event.key === "ArrowUp" && multiple && !shape && spread.rows === 1) {
      event.preventDefault();
      props.onDouble?.(card.id);
      return;
    }
    const next = moveIn(cards.length, columns, current, event.key);
    if (next !== current || ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      setFocus(next);
      const option = list.current?.querySelectorAll<HTMLElement>("[role=option]")[next];
      option?.focus();
    }
  };

  let index = -1;
  return (
    <div
      ref={box}
      className={`hand ${shape ? "hand-rack" : "hand-fan"}${shape && groups.length > 1 ? " hand-grouped" : ""}`}
      data-hand
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        aria-orientation="horizontal"
        tabIndex={cards.length === 0 ? 0 : -1}
        className="hand-list"
        style={
          shape
            ? {
                gridTemplateColumns: `repeat(${shape.columns}, ${shape.cell.width}px)`,
                gridAutoRows: `${shape.cell.height}px`,
              }
            : { height: `${props.cardWidth * 1.44 * (spread.rows === 1 ? 1 : 1.72) + 44}px` }
        }
        onKeyDown={onKeyDown}
      >
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={group.label} className="hand-group">
            {cards
              .filter((c) => c.group === group.key)
              .map((card, inGroup) => {
                index += 1;
                const at = index;
                const selected = selection.includes(card.id);
                const classes = [
                  "card",
                  selected && "card-selected",
                  card.legal === true && "card-legal",
                  card.dimmed && "card-dimmed",
                  group.must && "card-must",
                  inGroup === 0 && "card-first",
                ];
                return (
                  <div
                    key={card.id}
                    role="option"
                    aria-selected={selected}
                    aria-disabled={card.legal === false}
                    aria-label={card.label}
                    tabIndex={at === current ? 0 : -1}
                    data-card={card.id}
                    data-index={at}
                    className={classes.filter(Boolean).join(" ")}
                    style={
                      shape
                        ? { width: shape.tile.width, height: shape.tile.height }
                        : {
                            left: spread.left[at],
                            top: 30 + (spread.row[at] ?? 0) * props.cardWidth * 1.05,
                            width: props.cardWidth,
                            zIndex: at,
                          }
                    }
                    onFocus={() => setFocus(at)}
                    {...gestures(card.id)}
                  >
                    <span className="card-body">
                      {shape ? card.tile : card.face}
                      {selected && (
                        <span className="card-tick">
                          <Icon name="check" />
                        </span>
                      )}
                      {card.isNew && <span className="card-new">{t("new")}</span>}
                    </span>
                    {card.legal === true && <span className="card-bar" />}
                  </div>
                );
              })}
          </div>
        ))}
      </div>
    </div>
  );
}
