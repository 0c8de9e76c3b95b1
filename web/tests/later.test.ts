import { expect, it, vi } from "vitest";

it("a part that is gone is an error, unless the page is about to begin anew for it", async () => {
  vi.resetModules();
  const { later } = await import("../src/ui/later");
  const { renew } = await import("../src/ui/renew");
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const said: unknown[] = [];
  const fetch = () =>
    later(() => Promise.reject(new Error("gone")))
      .load()
      .catch((error: unknown) => said.push(error));
  await fetch();
  expect(said).toHaveLength(1);
  renew();
  expect(reload).toHaveBeenCalledOnce();
  void fetch();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toHaveLength(1);
});

it("a part is drawn when its style sheet is there, which stands behind all others", async () => {
  vi.resetModules();
  const { later } = await import("../src/ui/later");
  // An element that does not fetch anything: the test says what has come.
  const make = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation(() => make("a"));
  const Part = () => null;
  const part = later(() => Promise.resolve(Part), "part.css");
  const there = vi.fn();
  const first = part.load().catch(() => "failed");
  const sheet = () => document.body.querySelector("[href='part.css']");
  expect(document.body.lastElementChild).toBe(sheet());
  sheet()?.dispatchEvent(new Event("error"));
  expect(await first).toBe("failed");
  expect(sheet()).toBeNull();

  const second = part.load().then(there);
  await Promise.resolve();
  expect(there).not.toHaveBeenCalled();
  sheet()?.dispatchEvent(new Event("load"));
  await second;
  expect(there).toHaveBeenCalledOnce();
  expect(document.querySelectorAll("[href='part.css']")).toHaveLength(1);
});
