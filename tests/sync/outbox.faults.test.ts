/** The outbox against the real server and database: requests and answers get lost, tabs die in the middle. */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds, dispositions } from '../../src/contexts/lenders/contract/dispositions.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { requestOf } from '../../src/kernel/client/calls/request.ts';
import { clockNow } from '../../src/kernel/client/calls/server-clock.ts';
import { replyOf, wireOf } from '../../src/phone/outbox/sending/fetch-net.ts';
import { type Keeper, createKeeper } from '../../src/kernel/offline/vault/keeper.ts';
import { type Outbox, createOutbox } from '../../src/kernel/offline/outbox/outbox-core.ts';
import type { Delivery, Net, Reply } from '../../src/kernel/offline/outbox/ports.ts';
import { idbStore } from '../../src/kernel/offline/outbox/idb-store.ts';
import type { OutboxItem } from '../../src/kernel/offline/outbox/item.ts';
import { type Chance, chanceOf } from './simulated/world.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const entries = 150;
const lanes = 6;
const seed = Number(process.env['SEED'] ?? 7);

let server: TestServer;
beforeAll(async () => {
  server = await boot({ demo: true });
});
afterAll(() => server.stop());

/** Sends a batch with the current session cookie, with random losses. */
const faulty =
  (signedIn: () => Caller, chance: Chance, isBad: () => boolean) =>
  (keeper: Keeper): Net => {
    const carry = async (batch: readonly Delivery[]): Promise<Reply> => {
      const items = await Promise.all(
        batch.map(({ item, key, authorId }) => wireOf(item, keeper, { key, authorId })),
      );
      const sentAt = new Date().toISOString();
      const { url, body } = requestOf(sync.batch, { deviceId: batch[0]?.item.deviceId, sentAt, items });
      const headers = { 'Content-Type': 'application/json' };
      return replyOf(await signedIn().fetch(url, { method: 'POST', body, headers }));
    };
    return {
      probe: async () => true,
      async send(batch) {
        const fate = isBad() ? chance() : 1;
        if (fate < 0.15) return { all: { kind: 'none' } };
        if (fate < 0.3) {
          await carry(batch);
          return { all: { kind: 'none' } };
        }
        // Twice at the same time.
        if (fate < 0.4) return (await Promise.all([carry(batch), carry(batch)]))[0];
        return carry(batch);
      },
    };
  };

interface Phone {
  items: () => Promise<OutboxItem[]>;
  open: (actorId: number) => Outbox;
  /** Receives the encryption key of entries. */
  learn: (author: Caller) => Promise<void>;
  /** Sends without waiting for it. */
  kick: (outbox: Outbox) => void;
  settle: (outbox: Outbox) => Promise<void>;
}

let phones = 0;
function phone(wire: (keeper: Keeper) => Net, chance: Chance): Phone {
  const store = idbStore(`phone-${++phones}`);
  const keeper = createKeeper(store);
  const net = wire(keeper);
  const items = (): Promise<OutboxItem[]> => store.read((tx) => tx.all());
  const running: Promise<void>[] = [];
  let now = Date.now();
  const open = (actorId: number): Outbox =>
    createOutbox({
      net,
      store,
      // Without locks: senders overlap, and the server alone prevents duplicates.
      locks: { hold: async (work) => (await work(), true) },
      now: () => now,
      random: chance,
      newId: () => crypto.randomUUID(),
      actorOf: () => actorId,
      // Few at a time: the more deliveries, the more can go wrong.
      room: () => ({ items: 7, bytes: 500_000 }),
      wrap: keeper.wrap,
      moment: () => clockNow(),
      tell: () => undefined,
    });
  return {
    items,
    open,
    learn: async (author) => keeper.hear({ ...(await author.call(sync.key, {})), heardAt: now }),
    kick: (outbox) => void running.push(outbox.drain('person')),
    async settle(outbox) {
      await Promise.all(running);
      for (let i = 0; i < 50 && (await items()).length > 0; i++) {
        await outbox.drain('person');
        now += 60_000;
      }
    },
  };
}

async function work(author: Caller) {
  const { rows: all } = await author.call(loans.list, { size: 10 * lanes });
  // Entries about DNC borrowers are reviewed.
  const rows = all.filter(({ isDNC }) => !isDNC).slice(0, lanes);
  const kinds = await author.call(dispositions.options, {});
  const subDispositionId = kinds.find(({ name }) => name === 'After Salary')?.id;
  const input = (loanId: number, comments: string) => ({
    loanId,
    dispositionId: dispositionIds.PTP,
    subDispositionId,
    amount: 1000,
    ptpDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    followUpDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    comments,
  });
  return { loanIds: rows.map(({ id }) => id), input };
}

const recorded = (tag: string) =>
  server.database.rows<{ comments: string; loanId: number; userId: number }>(
    sql`select comments, loan_id as "loanId", user_id as "userId" from borrower_dispositions
      where comments like ${`${tag} %`} order by id`,
  );

test(`${entries} entries, lost requests, lost responses, doubled sends and crashing tabs: each once, in order, by its author`, async () => {
  const chance = chanceOf(seed);
  const author = await server.demo('agent');
  const { loanIds, input } = await work(author);
  let isBad = true;
  const { items, open, kick, learn, settle } = phone(
    faulty(
      () => author,
      chance,
      () => isBad,
    ),
    chance,
  );
  let outbox = open(author.id);
  await outbox.signedIn(author.id);
  for (let i = 0; i < entries; i++) {
    // Entries before the key are plain, later ones encrypted.
    if (i === 10) await learn(author);
    const loanId = loanIds[Math.floor(chance() * loanIds.length)] ?? 0;
    const draft = { cmd: borrowerDispositions.record.name, actorId: author.id, says: '' };
    const entry = input(loanId, `storm ${i}`);
    const item = await outbox.enqueue({ ...draft, lane: `loan:${loanId}`, input: entry });
    expect(Boolean(item.sealed)).toBe(i >= 10);
    expect(item.input).toBeUndefined();
    if (chance() < 0.5) kick(outbox);
    // A second tab opens the outbox midway.
    if (chance() < 0.1) outbox = open(author.id);
  }
  isBad = false;
  await settle(outbox);
  expect(await items(), `SEED=${seed}`).toEqual([]);
  const rows = await recorded('storm');
  expect(rows).toHaveLength(entries);
  expect(new Set(rows.map(({ comments }) => comments)).size).toBe(entries);
  expect(rows.every(({ userId }) => userId === author.id)).toBe(true);
  for (const loanId of loanIds) {
    const order = rows
      .filter((row) => row.loanId === loanId)
      .map(({ comments }) => Number(comments.split(' ')[1]));
    expect(order, `loan ${loanId}, SEED=${seed}`).toEqual(order.toSorted((a, b) => a - b));
  }
});

test("in another user's session the server accepts no foreign entries, and the phone preserves them", async () => {
  const chance = chanceOf(seed);
  const [author, other] = [await server.demo('agent2'), await server.demo('agent3')];
  const { loanIds, input } = await work(author);
  let cookie = other;
  const { items, open, settle } = phone(
    faulty(
      () => cookie,
      chance,
      () => false,
    ),
    chance,
  );
  const outbox = open(author.id);
  await outbox.signedIn(author.id);
  const lane = `loan:${loanIds[0]}`;
  const draft = { cmd: borrowerDispositions.record.name, actorId: author.id, says: '', lane };
  await outbox.enqueue({ ...draft, input: input(loanIds[0] ?? 0, 'mine 0') });
  await outbox.drain();
  expect(await items()).toMatchObject([{ state: 'auth', lastErr: { fault: 'foreign', status: 403 } }]);
  expect(await recorded('mine')).toEqual([]);
  cookie = author;
  await outbox.signedIn(author.id);
  await settle(outbox);
  expect((await recorded('mine')).map(({ userId }) => userId)).toEqual([author.id]);
});

test('a server rejection is stored with its reason, and nothing is recorded', async () => {
  const chance = chanceOf(seed);
  const author = await server.demo('agent2');
  const { loanIds, input } = await work(author);
  const { items, open } = phone(
    faulty(
      () => author,
      chance,
      () => false,
    ),
    chance,
  );
  const outbox = open(author.id);
  await outbox.signedIn(author.id);
  const draft = { cmd: borrowerDispositions.record.name, actorId: author.id, says: '', lane: 'loan:x' };
  await outbox.enqueue({ ...draft, input: { ...input(loanIds[0] ?? 0, 'late 0'), ptpDate: '2001-01-01' } });
  await outbox.drain();
  expect(await items()).toMatchObject([{ state: 'attention', lastErr: { fault: 'permanent', status: 422 } }]);
  expect((await items())[0]?.lastErr?.words).toBeTruthy();
  expect(await recorded('late')).toEqual([]);
});
