self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) =>
  event.respondWith(
    caches.match(event.request, { ignoreVary: true }).then((kept) => kept ?? fetch(event.request)),
  ),
);
