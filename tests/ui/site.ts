/** Builds a page as the product is built, and serves it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type PluginOption, build, preview } from 'vite';
import { typeface } from '../../src/tools/build/typeface.ts';

export const serveStates = (): Promise<Site> =>
  servePage(fileURLToPath(new URL('.', import.meta.url)), [typeface()]);

export interface Site {
  url: string;
  stop: () => Promise<void>;
}

/** Any folder with an `index.html`. */
export async function servePage(root: string, plugins: PluginOption[] = []): Promise<Site> {
  const outDir = mkdtempSync(join(tmpdir(), 'recoup-states-'));
  const common = { configFile: false, root, logLevel: 'error' } as const;
  await build({
    ...common,
    plugins: [react({ compiler: true }), ...plugins],
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const url = server.resolvedUrls?.local[0] ?? '';
  return {
    url,
    async stop() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
