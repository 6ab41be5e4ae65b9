/** Vite plugin that loads chunks by `loadPart`, because Vite's helper cannot retry a failed fetch. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const loaderFile = fileURLToPath(new URL('../../kernel/client/app/load-part.ts', import.meta.url));

export const fetchedParts = (): Plugin => ({
  name: 'fetched-parts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => ({
      code: `export { loadPart as __vitePreload } from ${JSON.stringify(loaderFile)};`,
      map: null,
    }),
  },
  buildEnd() {
    if (this.getModuleInfo(helper) === null) this.error(`Vite no longer loads parts by ${helper}.`);
  },
});
