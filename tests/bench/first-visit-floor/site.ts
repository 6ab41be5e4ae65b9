/** Baseline site with the product's headers: built, brotli, immutable; its rows in the page. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface FloorSite {
  url: string;
  stop(): Promise<void>;
}

/** `pages` are the inlined data by path. */
export async function serveFloor(pages: Record<string, object>): Promise<FloorSite> {
  const outDir = mkdtempSync(join(tmpdir(), 'recoup-floor-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [react({ compiler: true })],
    build: { outDir, emptyOutDir: true },
  });
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(join(outDir, 'assets')))
    files.set(`/assets/${name}`, brotliCompressSync(readFileSync(join(outDir, 'assets', name))));
  for (const [path, data] of Object.entries(pages)) {
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    const page = html.replace(
      '<div id="root">',
      () => `<script type="application/json" id="rows">${json}</script><div id="root">`,
    );
    files.set(path, brotliCompressSync(page));
  }
  rmSync(outDir, { recursive: true });
  const server = createServer((request, response) => {
    const found = files.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': types[extname(request.url ?? '') || '.html'],
      'Content-Encoding': 'br',
    });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
