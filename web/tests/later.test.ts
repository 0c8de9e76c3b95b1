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
