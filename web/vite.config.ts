/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed, stylesLast } from "./scripts/compress.ts";

/** Where `npm run dev` finds a running `paiju serve`. */
const SERVER = process.env.PAIJU_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [react(), stylesLast(), compressed()],
  build: {
    outDir: "../src/paiju/server/static",
    emptyOutDir: true,
    // The policy forbids data: scripts and inline styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    // One style sheet: later parts must not lose against it because it stands at the end of the page.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    // Only against hanging: no test may fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
