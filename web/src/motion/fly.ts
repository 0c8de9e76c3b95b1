import { useSettings } from "../state/settings";

/** Pictures of what happened. Only transform and opacity, never in the way of input, skipped when they pile up. */

const PLAY_EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
let busyUntil = 0;

/** Length of an animation under the chosen setting; 0 = none. */
export function lasting(ms: number): number {
  const { motion } = useSettings.getState();
  return motion === "full" ? ms : motion === "short" ? ms / 2 : 0;
}

/** Whether a further picture would make the queue longer than a second. */
function crowded(ms: number): boolean {
  const now = performance.now();
  if (busyUntil - now > 1000) return true;
  busyUntil = Math.max(busyUntil, now) + ms;
  return false;
}

export function skipMotion(): void {
  busyUntil = 0;
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
  }
}

function boxOf(selector: string): DOMRect | null {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

/** The card that has just appeared at `to` comes from where `from` was. Call before the page is drawn anew. */
export function flyTo(to: string, from: string[]): void {
  const ms = lasting(220);
  if (ms === 0) return;
  const start = from.map(boxOf).find((box) => box !== null);
  if (!start || crowded(60)) return;
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(to);
    const end = target?.getBoundingClientRect();
    if (!target || !end) return;
    const dx = start.left + start.width / 2 - (end.left + end.width / 2);
    const dy = start.top + start.height / 2 - (end.top + end.height / 2);
    const scale = Math.max(0.3, Math.min(1.2, start.width / Math.max(1, end.width)));
    target.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }], {
      duration: ms,
      easing: PLAY_EASE,
    });
  });
}

/** `count` backs go from the pile to a seat: 180 each, 60 apart, at most 600 in all. */
export function flyBacks(from: string, to: string, count: number): void {
  const ms = lasting(180);
  const start = boxOf(from);
  const end = boxOf(to);
  if (ms === 0 || !start || !end || crowded(ms)) return;
  const shown = Math.min(count, 5);
  const apart = Math.min(60, (600 - 180) / Math.max(1, shown));
  for (let i = 0; i < shown; i++) {
    const back = document.createElement("div");
    back.className = "flying";
    back.setAttribute("aria-hidden", "true");
    back.style.left = `${start.left + start.width / 2 - 18}px`;
    back.style.top = `${start.top + start.height / 2 - 26}px`;
    document.body.append(back);
    const dx = end.left + end.width / 2 - start.left - start.width / 2;
    const dy = end.top + end.height / 2 - start.top - start.height / 2;
    const motion = back.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.4 },
      ],
      { duration: ms, delay: i * apart, easing: PLAY_EASE, fill: "forwards" },
    );
    void motion.finished.then(() => back.remove());
  }
}

/** The hand comes from the pile, 40 ms a card; any key or tap completes it. */
export function dealHand(from: string, hand: string): void {
  const ms = lasting(180);
  const start = boxOf(from);
  if (ms === 0 || !start) return;
  const dealt = [...document.querySelectorAll<HTMLElement>(`${hand} [data-card]`)].map((card, i) => {
    const end = card.getBoundingClientRect();
    const dx = start.left + start.width / 2 - (end.left + end.width / 2);
    const dy = start.top + start.height / 2 - (end.top + end.height / 2);
    return card.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(0.7)`, opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: ms, delay: i * lasting(40), easing: PLAY_EASE, fill: "backwards" },
    );
  });
  const finish = () => {
    for (const card of dealt) card.finish();
  };
  const over = new AbortController();
  for (const wish of ["keydown", "pointerdown"])
    window.addEventListener(wish, finish, { once: true, capture: true, signal: over.signal });
  void Promise.allSettled(dealt.map((card) => card.finished)).then(() => over.abort());
}

/** The cards at `from` fly to the winner of the trick; then `done` is called. */
export function gather(from: string, to: string, done: () => void): void {
  const ms = lasting(260);
  const target = boxOf(to);
  if (ms === 0 || !target) {
    done();
    return;
  }
  const going = [...document.querySelectorAll<HTMLElement>(from)].map((cards) => {
    const box = cards.getBoundingClientRect();
    const dx = target.left + target.width / 2 - (box.left + box.width / 2);
    const dy = target.top + target.height / 2 - (box.top + box.height / 2);
    return cards.animate([{}, { transform: `translate(${dx}px, ${dy}px) scale(0.4)`, opacity: 0.2 }], {
      duration: ms,
      easing: "ease-in",
      fill: "forwards",
    });
  });
  void Promise.allSettled(going.map((cards) => cards.finished)).then(() => {
    done();
    requestAnimationFrame(() => {
      for (const cards of going) cards.cancel();
    });
  });
}

/** Hands change places: the boxes of the seats swing once. */
export function swing(selectors: string[]): void {
  const ms = lasting(420);
  if (ms === 0) return;
  for (const selector of selectors) {
    const box = document.querySelector<HTMLElement>(selector);
    const way = ["translateX(0px)", "translateX(14px)", "translateX(-14px)", "translateX(0px)"];
    box?.animate({ transform: way }, { duration: ms, easing: "ease" });
  }
}
