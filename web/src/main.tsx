import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { wordsReady } from "./i18n";
import { unlockSound } from "./sound/sound";
import { loadServer } from "./state/server";
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

unlockSound();
void loadServer();
const root = document.getElementById("root");
void wordsReady.finally(() => {
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
});
