import { useSyncExternalStore } from "react";

/** Where the page is. Addresses live behind `#`, so the server serves one file and every link survives a reload. */
export interface Route {
  parts: string[];
  query: URLSearchParams;
}

let cached: { hash: string; route: Route } | null = null;

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** A part of an address somebody may have mangled. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function snapshot(): Route {
  if (cached?.hash !== window.location.hash)
    cached = { hash: window.location.hash, route: readRoute(window.location.hash) };
  return cached.route;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, snapshot);
}

export function go(path: string): void {
  window.location.hash = `/${path}`;
}

/** Change the address without a new entry in the history, e.g. while a replay steps. */
export function replaceRoute(path: string): void {
  window.history.replaceState(null, "", `#/${path}`);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** An address to give to somebody else. */
export function linkTo(path: string): string {
  return new URL(`#/${path}`, window.location.href).href;
}
