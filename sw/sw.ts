/** The service worker: the shell from the cache, screens by their address, and the outbox's second drainer. */
import { cacheNames, clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { type ShellFiles, countFiles } from '#kernel/offline/shell-files.ts';
import type { News } from '#kernel/offline/outbox/ports.ts';
import { browserOutbox } from '#phone/outbox/browser-outbox.ts';
import { idbStore } from '#kernel/offline/outbox/idb-store.ts';
import { holdKeys } from '#kernel/offline/vault/key-relay.ts';
import { outboxName } from '#kernel/offline/outbox/name.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
interface Kept {
  url: string;
  revision: string | null;
  integrity?: string;
}
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: unknown };

/** The server has the page at every address of a screen, not under the name of its file. */
const pageUrl = '/';
const files = (self.__WB_MANIFEST as Kept[]).map((file) =>
  file.url === 'index.html' ? { ...file, url: pageUrl } : file,
);

// Each file is verified against its build hash (tools/build/integrity.ts); a mismatch fails the installation. Data is
// never cached here: it would outlive its session.
precacheAndRoute(files);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL(pageUrl), {
    denylist: [
      /^\/agent\/[^/]+$/,
      /^\/api(\/|$)/,
      /^\/dev\/messages$/,
      /^\/pay(\/|$)/,
      /^\/payment\/response(\/|$)/,
      /^\/socket\.io(\/|$)/,
      /\.\w+$/,
    ],
  }),
);
clientsClaim();

interface Routed extends ExtendableEvent {
  addRoutes?: (routes: { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>;
}
// Requests never answered by the worker bypass it: they would start it, and prolong one to be replaced.
self.addEventListener('install', (event) => {
  const toServer = ['/api/*', '/socket.io/*'];
  const routes = toServer.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const }));
  event.waitUntil((event as Routed).addRoutes?.(routes) ?? Promise.resolve());
});

/** Number of the shell's stored files, queried while they are being fetched. */
async function storedFiles(): Promise<ShellFiles> {
  const stored = await (await caches.open(cacheNames.precache)).keys();
  return { stored: Math.min(stored.length, files.length), of: files.length };
}

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string };
  // Only on the user's confirmation: activation reloads their tabs.
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === countFiles) event.waitUntil(storedFiles().then((count) => event.ports[0]?.postMessage(count)));
});

holdKeys(self);

const channel = new BroadcastChannel(outboxName);
const { outbox } = browserOutbox({
  store: idbStore(),
  actorOf: (meta) => meta?.actorId,
  tell: (news: News) => channel.postMessage(news),
});
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === outboxName) waitUntil.call(event, outbox.drain('network'));
});
