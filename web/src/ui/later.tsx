import { type ComponentType, createElement, lazy, type ReactNode } from "react";
import { isRenewing } from "./renew";
import { sheet } from "./sheet";

/** A component whose code, and style sheet, come when it is first wanted. `load` fetches them ahead: then it is drawn at
    once, without a pause. */
export interface Later<P> {
  (props: P): ReactNode;
  load(): Promise<unknown>;
}

export function later<P extends object>(fetched: () => Promise<ComponentType<P>>, style?: string): Later<P> {
  let found: ComponentType<P> | null = null;
  let fetching: Promise<{ default: ComponentType<P> }> | null = null;
  const load = () => {
    fetching ??= Promise.all([fetched(), style && sheet(style)]).then(
      ([component]) => {
        found = component;
        return { default: component };
      },
      (error: unknown) => {
        fetching = null;
        if (isRenewing()) return new Promise<never>(() => undefined);
        throw error;
      },
    );
    return fetching;
  };
  const Waiting = lazy(load) as unknown as ComponentType<P>;
  const component = (props: P) => createElement(found ?? Waiting, props);
  return Object.assign(component, { load });
}
