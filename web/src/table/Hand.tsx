import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { fan, leastStep, moved, moveIn, type Rack, rowCard, rowStep } from "../game/rack";
import { useWidth } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { GroupLine } from "./GroupLine";
import { type CardHandlers, useCardGestures } from "./gestures";

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
  /** Whether the hand is told apart into suits, each with its name and number above the cards. */
  grouped?: boolean;
  /** How tiles are laid out: where `tiles` says so, and wherever a fan would show too little of each card. */
  rack(count: number, width: number, room: number): Rack;
  tiles: boolean;
  /** How high a rack may be. */
  rackRoom: number;
  cardWidth: number;
  /** So many cards there will be in a moment: tiles keep their room, so that the table does not shrink under them. */
  coming?: number;
  /** So many cards, or all that are held, decide how large a fan is, or that it is one of tiles: they lie in one row. */
  oneRow?: number;
  label: string;
  onSelect(ids: string[]): void;
  /** A tap on the only selected card, a drag onto the table, Enter. */
  onPlay(id?: string): void;
  /** Double tap: the card and its twin. */
  onDouble?(id: string): void;
  onReorder(ids: string[]): void;
  /** Whether one tap is enough to play the card. */
  oneTap(id: string): boolean;
}

/** Cards of a fan rise by this part of their width at most; see `.hand-fan .card-body`. */
const LIFT = 0.28;
/** The second row of a fan begins this part of a card's width below the first: its indices stay in sight. */
const ROW = 0.8;

/** The own hand: one listbox, one tab stop, arrows inside; every card is one element that keeps its place in the page. */
export function Hand(props: HandProps) {
  const { cards, groups, selection, multiple, label } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const [focus, setFocus] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = Math.min(focus, Math.max(0, cards.length - 1));
  const room = Math.max(cards.length, props.coming ?? 0);
  const { oneRow } = props;
  const row = oneRow && width > 0 ? rowCard(width, props.cardWidth, Math.max(room, oneRow)) : props.cardWidth;
  const cardWidth = row ?? props.cardWidth;
  // The kitty makes cards smaller, not the hand lower.
  const high = Math.max(cardWidth, (oneRow && width > 0 && rowCard(width, props.cardWidth, oneRow)) || 0);
  const least = oneRow ? rowStep(cardWidth) : leastStep(cardWidth);
  const spread = fan(
    groups.map((g) => g.count),
    width,
    cardWidth,
    least,
  );
  const narrow = row === undefined || (width > 0 && spread.step < least);
  const shape = props.tiles || narrow ? props.rack(room, width, props.rackRoom) : undefined;
  const columns = shape ? shape.columns : spread.row.filter((row) => row === 0).length;
  const lift = cardWidth * LIFT;

  useEffect(() => {
    const choose = (event: Event) => {
      const wanted = (event as CustomEvent<number>).detail;
      if (wanted < cards.length) setFocus(wanted);
    };
    window.addEventListener("paiju:focus-card", choose);
    return () => window.removeEventListener("paiju:focus-card", choose);
  }, [cards.length]);

  // An empty hand is a stop of its own; when cards come, they have the focus.
  const empty = cards.length === 0;
  useEffect(() => {
    if (!empty && document.activeElement === list.current)
      list.current?.querySelector<HTMLElement>("[role=option][tabindex='0']")?.focus({ preventScroll: true });
  }, [empty]);

  const toggle = (cardId: string) => {
    if (multiple)
      props.onSelect(selection.includes(cardId) ? selection.filter((s) => s !== cardId) : [...selection, cardId]);
    else props.onSelect(selection.includes(cardId) ? [] : [cardId]);
  };
  const gestures = useCardGestures({
    tap: (cardId) => {
      const at = cards.findIndex((c) => c.id === cardId);
      setFocus(at);
      if (!multiple && (props.oneTap(cardId) || (selection.length === 1 && selection[0] === cardId))) {
        props.onSelect([cardId]);
        props.onPlay(cardId);
      } else toggle(cardId);
    },
    doubleTap: (cardId) => props.onDouble?.(cardId),
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
      className={[
        "hand",
        shape ? "hand-rack" : "hand-fan",
        shape && props.grouped && "hand-grouped",
        shape?.scrolls && "hand-scrolls",
      ]
        .filter(Boolean)
        .join(" ")}
      data-hand
      data-width={width}
    >
      {props.grouped && (
        <GroupLine groups={groups} cards={cards} fan={shape ? null : spread} cardWidth={cardWidth} width={width} />
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        aria-orientation="horizontal"
        tabIndex={empty ? 0 : -1}
        className="hand-list"
        style={
          shape
            ? {
                gridTemplateColumns: `repeat(${shape.columns}, ${shape.cell.width}px)`,
                gridAutoRows: `${shape.cell.height}px`,
                minHeight: shape.keeps,
              }
            : { height: `${high * (1.44 + LIFT + (spread.rows - 1) * ROW)}px` }
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
                return (
                  <CardBox
                    key={card.id}
                    card={card}
                    at={at}
                    selected={selection.includes(card.id)}
                    must={group.must}
                    first={inGroup === 0}
                    stop={at === current}
                    tile={shape !== undefined}
                    left={shape ? undefined : spread.left[at]}
                    top={shape ? undefined : lift + (spread.row[at] ?? 0) * cardWidth * ROW}
                    width={shape ? shape.tile.width : cardWidth}
                    height={shape?.tile.height}
                    shows={
                      !shape && spread.row[at + 1] === spread.row[at]
                        ? (spread.left[at + 1] ?? 0) - (spread.left[at] ?? 0)
                        : undefined
                    }
                    tall={!shape && (spread.row[at] ?? 0) < spread.rows - 1 ? cardWidth * ROW : undefined}
                    onFocus={setFocus}
                    gestures={gestures(card.id)}
                  />
                );
              })}
          </div>
        ))}
        {shape &&
          Array.from({ length: room - cards.length }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical places have nothing else
            <span key={`free${i}`} style={shape.tile} aria-hidden="true" />
          ))}
      </div>
    </div>
  );
}

interface CardBoxProps {
  card: HandCard;
  at: number;
  selected: boolean;
  must: boolean;
  /** First of its group. */
  first: boolean;
  /** The one card Tab stops at. */
  stop: boolean;
  tile: boolean;
  left: number | undefined;
  top: number | undefined;
  width: number;
  height: number | undefined;
  /** How much of its width the next card leaves to be seen. */
  shows: number | undefined;
  /** How much of its height the row in front leaves to be seen. */
  tall: number | undefined;
  onFocus(at: number): void;
  gestures: CardHandlers;
}

/** One card of the hand, drawn again only when something about it changes. */
const CardBox = memo(function CardBox(props: CardBoxProps) {
  const { t } = useTranslation();
  const { card, at, selected, must, first, stop, tile, left, top, width, height, shows, tall, onFocus, gestures } =
    props;
  const classes = [
    "card",
    selected && "card-selected",
    card.legal === true && "card-legal",
    card.dimmed && "card-dimmed",
    must && "card-must",
    first && "card-first",
  ];
  return (
    <div
      role="option"
      aria-selected={selected}
      aria-disabled={card.legal === false}
      aria-label={card.label}
      tabIndex={stop ? 0 : -1}
      data-card={card.id}
      data-index={at}
      className={classes.filter(Boolean).join(" ")}
      style={
        tile
          ? { width, height }
          : ({ left, top, width, zIndex: at, "--shows": px(shows), "--tall": px(tall) } as CSSProperties)
      }
      onFocus={() => onFocus(at)}
      {...gestures}
    >
      <span className="card-body">
        {tile ? card.tile : card.face}
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
}, sameCard);

function px(length: number | undefined): string | undefined {
  return length === undefined ? undefined : `${length}px`;
}

/** A card's pictures follow from its id: only what is said and marked has to be compared. */
function sameCard(old: CardBoxProps, now: CardBoxProps): boolean {
  const marks = ["id", "label", "legal", "dimmed", "isNew"] as const;
  const places = [
    "at",
    "selected",
    "must",
    "first",
    "stop",
    "tile",
    "left",
    "top",
    "width",
    "height",
    "shows",
    "tall",
  ] as const;
  return (
    marks.every((name) => old.card[name] === now.card[name]) &&
    places.every((name) => old[name] === now[name]) &&
    old.gestures === now.gestures
  );
}
