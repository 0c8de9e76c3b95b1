import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import type { ServerInfo } from "./api/types.gen";
import { wordsReady } from "./i18n";
import { unlockSound } from "./sound/sound";
import { takeServer } from "./state/server";
import { renew } from "./ui/renew";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/frame.css";
import "./styles/seats.css";
import "./styles/uno.css";
import "./styles/shandong.css";
import "./styles/results.css";
import "./styles/side.css";
import "./styles/phone.css";
import "./styles/large.css";
import "./styles/pages.css";
import "./styles/start.css";
import "./styles/room.css";
import "./styles/generic.css";

/** Draw the page, with what the server offers as soon as it has said so. */
export async function draw(offered: Promise<ServerInfo>): Promise<void> {
  unlockSound();
  window.addEventListener("vite:preloadError", renew);
  void takeServer(offered);
  // Only an installed app is opened without a network and without a browser that says so.
  if (window.matchMedia("(display-mode: standalone)").matches)
    void navigator.serviceWorker?.register("./worker.js").catch(() => undefined);
  await wordsReady.catch(() => undefined);
  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
}
