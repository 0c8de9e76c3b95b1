/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed, pageAhead, stylesLast } from "./scripts/compress.ts";

/** Where `npm run dev` finds a running `paiju serve`. */
const SERVER = process.env.PAIJU_SERVER ?? "http://127.0.0.1:8000";

/** Few files: on a slow line each of them waits for its turn. What only an end or a replay shows stays apart. */
const PARTS = [
  { name: "first", test: /src\/main\.ts/, priority: 9 },
  { name: "page", test: /src\/page\.tsx/, priority: 8 },
  { name: "words-en", test: /i18n\/en|words\.en-US/, priority: 7 },
  { name: "words-zh", test: /i18n\/zh|words\.zh-CN/, priority: 7 },
  {
    name: "table",
    test: /src\/(pages\/Room|table\/(Frame|Hand|Prompt|Side|SeatBox|TableBar|Chat|menus|happenings))\.tsx/,
    priority: 6,
  },
  { name: "uno", test: /table\/uno\/UnoTable/, priority: 5 },
  { name: "shandong", test: /table\/shandong\/ShandongTable/, priority: 5 },
];

export default defineConfig({
  base: "./",
  plugins: [react(), stylesLast(), pageAhead(), compressed()],
  build: {
    outDir: "../src/paiju/server/static",
    emptyOutDir: true,
    // The policy forbids data: scripts and inline styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    // One style sheet: later parts must not lose against it because it stands at the end of the page.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
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
