import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Width of an element, for layouts that follow their container and not the device. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver((entries) => {
      const last = entries[entries.length - 1];
      if (last) setWidth(Math.floor(last.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

export type Layout = "phone" | "column" | "wide";

/** A window too low for table and hand one above the other is laid out like a phone on its side. */
function layoutOf(width: number, height: number): Layout {
  if (width < 600 || (height < LOW && width < 1024)) return "phone";
  return width < 1024 ? "column" : "wide";
}
const LOW = 500;

/** Size of the window. Everything that follows it changes in one go. */
export function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState(windowSize);
  useEffect(() => {
    const changed = () => setSize(windowSize());
    changed();
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }, []);
  return size;
}

function windowSize(): { width: number; height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}

/** Layout of the whole page, by what is left of it after zooming. */
export function useLayout(): Layout {
  const { width, height } = useWindowSize();
  return layoutOf(width, height);
}

/** What a hand gets of the window: the width of a card in a fan, the height of a rack. */
export interface HandRoom {
  card: number;
  rack: number;
}

/**
 * Cards grow with the window, in height and width, so that table and hand always fit into it together.
 * `share` and `across`: the width of a card as a part of the window's height and width; `most`: its largest width.
 */
export function useHandRoom(share: number, across = 0.1, most = 150): HandRoom {
  const { width, height } = useWindowSize();
  const lying = height < LOW;
  return {
    card: Math.round(Math.max(54, Math.min(height * share, width * across, most))),
    rack: lying ? height - 170 : Math.round(height * 0.33),
  };
}

/** Whether this device has a network. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
    };
  }, []);
  return online;
}

/** The answer of an asynchronous call: undefined while it runs, an Error when it failed. */
export function useLoaded<T>(load: () => Promise<T>, key: string): T | Error | undefined {
  const [state, setState] = useState<{ key: string; value: T | Error } | undefined>();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let current = true;
    latest
      .current()
      .then((value) => current && setState({ key, value }))
      .catch(
        (error: unknown) =>
          current && setState({ key, value: error instanceof Error ? error : new Error(String(error)) }),
      );
    return () => {
      current = false;
    };
  }, [key]);
  return state?.key === key ? state.value : undefined;
}

/** A number that counts on by itself, for clocks. */
export function useNow(every: number, running: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!running) return;
    setNow(performance.now());
    const timer = window.setInterval(() => setNow(performance.now()), every);
    return () => window.clearInterval(timer);
  }, [every, running]);
  return now;
}
