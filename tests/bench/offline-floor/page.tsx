/** The least that shows 200 rows from the phone without a network: Mantine, one store, one worker. */
import { MantineProvider } from '@mantine/core';
import { openDB } from 'idb';
import { createRoot } from 'react-dom/client';
import '../../../src/kernel/ui/parts/theme/base-styles.ts';
import { type BareItem, BareList } from '../../ui/bare-list.tsx';

const database = openDB('floor', 1, {
  upgrade: (db) => void db.createObjectStore('rows', { keyPath: 'id' }),
});

async function load(): Promise<BareItem[]> {
  const db = await database;
  const kept = (await db.getAll('rows')) as BareItem[];
  if (kept.length > 0) return kept;
  const made = Array.from({ length: 200 }, (_, id) => ({
    id,
    name: `Borrower ${id}`,
    due: `₹${id},500`,
    number: `LN${id}`,
    city: 'Nagpur',
  }));
  const writing = db.transaction('rows', 'readwrite');
  await Promise.all(made.map((row) => writing.store.put(row)));
  await writing.done;
  await keepPage();
  document.title = 'Kept';
  return made;
}

async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register('/worker.js');
  const kept = await caches.open('floor');
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  await kept.addAll([window.location.href, ...files.filter((name) => name.includes('/assets/'))]);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <MantineProvider>
    <BareList names={['name', 'due', 'number', 'city']} load={load} />
  </MantineProvider>,
);
