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
