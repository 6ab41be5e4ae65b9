/**
 * A phone's queue of an older version is delivered by this one: operation, store and field names are stable.
 * `fixtures/queue-10539f0.json` was written by the code of that commit, including keys; one entry is plain, as in its
 * first version.
 */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { type IDBPDatabase, openDB } from 'idb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyOf, wireOf } from '../../src/phone/outbox/sending/fetch-net.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { requestOf } from '../../src/kernel/client/calls/request.ts';
import { clockNow } from '../../src/kernel/client/calls/server-clock.ts';
import { bytesOf } from '../../src/kernel/contract/outbox/seal.ts';
import { idbStore, outboxDatabase } from '../../src/kernel/offline/outbox/idb-store.ts';
import { createOutbox } from '../../src/kernel/offline/outbox/outbox-core.ts';
import { createKeeper } from '../../src/kernel/offline/vault/keeper.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { addLoan } from './phone.ts';

interface Old {
  server: { kid: string; spki: string; pkcs8: string };
  deviceKey: JsonWebKey;
  keys: Record<string, unknown>;
  meta: object;
  items: { preview?: Record<'iv' | 'ct', { base64: string }> }[];
}
const old = JSON.parse(
  readFileSync(new URL('../fixtures/queue-10539f0.json', import.meta.url), 'utf8'),
) as Old;
const [agentId, loanId] = [4242, 777_001];

let server: TestServer;
let agent: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-22T06:00:00Z') } });
  await server.database.run(sql`alter sequence users_id_seq restart with 4242`);
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`alter sequence loans_id_seq restart with 777001`);
  expect([agent.id, await addLoan(server, agent.id)]).toEqual([agentId, loanId]);
  const { kid, spki, pkcs8 } = old.server;
  await server.database.run(sql`
    insert into sync_keys (kid, public_key, private_key, valid_until) values (${kid}, ${spki}, ${pkcs8}, '2027-02-01')`);
});
afterAll(() => server.stop());

/** Schema of that version. */
function create(db: IDBPDatabase): void {
  const items = db.createObjectStore('items', { keyPath: 'id' });
  items.createIndex('author', ['actorId', 'seq']);
  items.createIndex('lane', ['actorId', 'lane', 'seq']);
  db.createObjectStore('receipts', { keyPath: 'id' });
  for (const name of ['meta', 'keys']) db.createObjectStore(name);
}

async function leave(): Promise<void> {
  const db = await openDB(outboxDatabase, 2, { upgrade: create });
  for (const { preview, ...item } of old.items) {
    const locked = preview && { iv: bytesOf(preview.iv.base64), ct: bytesOf(preview.ct.base64).buffer };
    await db.put('items', { ...item, ...(locked && { preview: locked }) });
  }
  await db.put('meta', old.meta, 'meta');
  const key = await crypto.subtle.importKey('jwk', old.deviceKey, 'AES-GCM', false, ['encrypt', 'decrypt']);
  await db.put('keys', key, `device:${agentId}`);
  for (const [name, value] of Object.entries(old.keys)) await db.put('keys', value, name);
  db.close();
}

test('entries of an older version arrive, each once from its author, encrypted, locked and plain ones', async () => {
  await leave();
  const store = idbStore();
  const keeper = createKeeper(store);
  let now = Date.now();
  const outbox = createOutbox({
    net: {
      probe: async () => true,
      async send(batch) {
        const items = await Promise.all(
          batch.map(({ item, key, authorId }) => wireOf(item, keeper, { key, authorId })),
        );
        const { url, body } = requestOf(sync.batch, {
          deviceId: batch[0]?.item.deviceId,
          sentAt: new Date().toISOString(),
          items,
        });
        const headers = { 'Content-Type': 'application/json' };
        return replyOf(await agent.fetch(url, { method: 'POST', body, headers }));
      },
    },
    store,
    locks: { hold: async (work) => (await work(), true) },
    now: () => now,
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    actorOf: () => agentId,
    room: () => ({ items: 7, bytes: 500_000 }),
    wrap: keeper.wrap,
    moment: () => clockNow(),
    tell: () => undefined,
  });
  await outbox.signedIn(agentId);
  const left = () => store.read((tx) => tx.all());
  for (let i = 0; i < 10 && (await left()).length > 0; i += 1) {
    await outbox.drain('person');
    now += 60_000;
  }
  expect((await left()).map(({ cmd, state, lastErr }) => ({ cmd, state, lastErr }))).toEqual([]);
  const written = await server.database.rows<{ comments: string; userId: number }>(sql`
    select comments, user_id as "userId" from borrower_dispositions where loan_id = ${loanId} order by comments`);
  expect(written).toEqual(
    ['before the key', 'plain', 'sealed promise'].map((comments) => ({ comments, userId: agentId })),
  );
  const visited = await server.database.one<{ comments: string; hasPhoto: boolean }>(sql`
    select comments, photo_type is not null as "hasPhoto" from visits where loan_id = ${loanId}`);
  expect(visited).toEqual({ comments: 'old visit', hasPhoto: true });
});
