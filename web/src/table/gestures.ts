import { type HTMLAttributes, type PointerEvent, type RefObject, useRef } from "react";

const DRAG_PX = 8;
const DOUBLE_MS = 300;

interface Gestures {
  tap(id: string): void;
  doubleTap(id: string): void;
  dropOnTable(id: string): void;
  /** Put the card before the position `to`. */
  dropAmong(id: string, to: number): void;
  list: RefObject<HTMLElement | null>;
}

/** What an element of a card listens to. */
export type CardHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onClick"
>;

interface Press {
  id: string;
  x: number;
  y: number;
  element: HTMLElement;
  dragging: boolean;
}

/** Tap (however long), double tap and drag on cards, with one pointer at a time. */
export function useCardGestures(gestures: Gestures): (id: string) => CardHandlers {
  const press = useRef<Press | null>(null);
  const lastTap = useRef({ id: "", at: 0 });
  const latest = useRef(gestures);
  latest.current = gestures;
  const made = useRef(new Map<string, CardHandlers>());

  const finish = () => {
    const held = press.current;
    if (!held) return;
    held.element.style.transform = "";
    held.element.classList.remove("card-dragged");
    press.current = null;
  };

  const handlersOf = (id: string): CardHandlers => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || press.current?.element.isConnected) return;
      finish();
      const element = event.currentTarget;
      element.setPointerCapture?.(event.pointerId);
      press.current = { id, x: event.clientX, y: event.clientY, element, dragging: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = press.current;
      if (!held) return;
      const dx = event.clientX - held.x;
      const dy = event.clientY - held.y;
      if (!held.dragging && Math.hypot(dx, dy) > DRAG_PX) {
        held.dragging = true;
        held.element.classList.add("card-dragged");
      }
      if (held.dragging) held.element.style.transform = `translate(${dx}px, ${dy}px)`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const held = press.current;
      if (!held) return;
      const { dragging } = held;
      const drop = dragging ? dropAt(event.clientX, event.clientY, held.element, latest.current.list.current) : null;
      finish();
      if (dragging) {
        if (drop === "table") latest.current.dropOnTable(id);
        else if (typeof drop === "number") latest.current.dropAmong(id, drop);
        return;
      }
      const again = lastTap.current.id === id && event.timeStamp - lastTap.current.at < DOUBLE_MS;
      lastTap.current = { id: again ? "" : id, at: event.timeStamp };
      if (again && event.detail !== 0) latest.current.doubleTap(id);
      else latest.current.tap(id);
    },
    onPointerCancel: finish,
    /** Screen readers press by a click without a pointer. */
    onClick: (event: React.MouseEvent) => {
      if (event.detail === 0) latest.current.tap(id);
    },
  });
  return (id) => {
    const known = made.current.get(id) ?? handlersOf(id);
    made.current.set(id, known);
    return known;
  };
}

/** Where a dragged card was let go: over the table, or before which card of the hand. */
function dropAt(x: number, y: number, dragged: HTMLElement, list: HTMLElement | null): "table" | number | null {
  const table = document.querySelector("[data-drop=table]")?.getBoundingClientRect();
  if (table && y < table.bottom && y > table.top && x > table.left && x < table.right) return "table";
  if (!list) return null;
  const options = [...list.querySelectorAll<HTMLElement>("[role=option]")].filter((o) => o !== dragged);
  let best: { distance: number; to: number } | null = null;
  for (const option of options) {
    const box = option.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    const distance = Math.hypot(x - middle, (y - (box.top + box.height / 2)) * 2);
    const at = Number(option.dataset.index);
    if (!best || distance < best.distance) best = { distance, to: x < middle ? at : at + 1 };
  }
  return best?.to ?? null;
}
