// Leaves a brotli and a gzip copy beside every built file that gets smaller by it: the server sends the smallest that a
// browser accepts, without compressing anything itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|svg|json|webmanifest)$/;
const LEAST_BYTES = 400;

/** A plugin for vite. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        const path = join(folder, name);
        if (!TEXT.test(name) || !statSync(path).isFile()) continue;
        const whole = readFileSync(path);
        if (whole.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
        writeFileSync(`${path}.br`, brotliCompressSync(whole, { params }));
        writeFileSync(`${path}.gz`, gzipSync(whole, { level: 9 }));
      }
    },
  };
}

/** Style sheets come after what is drawn at once: they must not hold up the first picture. */
export function stylesLast(): Plugin {
  return {
    name: "styles-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const links = html.match(/\s*<link rel="stylesheet"[^>]*assets\/[^>]*>/g) ?? [];
        const without = links.reduce((text, link) => text.replace(link, ""), html);
        return without.replace("</body>", `${links.join("")}\n  </body>`);
      },
    },
  };
}

/** The code that draws the page, and what it imports, come beside the small script that asks for it, not after it. */
export function pageAhead(): Plugin {
  return {
    name: "page-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const page = Object.values(bundle).find((file) => file.type === "chunk" && file.name === "page");
        if (page?.type !== "chunk") throw new Error("the build has no chunk for src/page.tsx");
        const wanted = [page.fileName, ...page.imports].filter((file) => !html.includes(file));
        return wanted.map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `./${file}` },
          injectTo: "head",
        }));
      },
    },
  };
}
