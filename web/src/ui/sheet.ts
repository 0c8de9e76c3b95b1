import { renew } from "./renew";

const sheets = new Map<string, Promise<void>>();

/** Fetches a style sheet that only some pages need. It comes to stand behind the first one, which it may override. */
export function sheet(address: string): Promise<void> {
  const known = sheets.get(address);
  if (known) return known;
  const link = document.createElement("link");
  const there = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      sheets.delete(address);
      link.remove();
      renew();
      reject(new Error(address));
    };
  });
  sheets.set(address, there);
  link.rel = "stylesheet";
  link.href = address;
  document.body.append(link);
  return there;
}
