/** Roll rates of past months equal their rows, with concurrent loan transfers (decision 061). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { sumRolls, takeMonthEnd } from '../../src/contexts/reporting/server/month-ends.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { sumFaults } from './sums.ts';

vi.setConfig({ testTimeout: 120_000 });

let now = new Date('2026-06-20T06:00:00Z');
let server: TestServer;
let admin: Caller;
let leader: Caller;
let people: (number | null)[];
let made = 0;

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.person({ roleType: 'system_admin' });
  leader = await server.person({ roleType: 'tech_lead' });
  const agents = [
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent' }),
  ];
  people = [...agents.map(({ id }) => id), null];
  await more(server.database, 30);
});
afterAll(() => server.stop());

const more = async (tx: Tx, n: number): Promise<void> => {
  const first = made;
  made += n;
  await tx.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding, dpd, created_at)
    select 1 + n % 2, 1, b.id, 'R' || n, 'Asha', (${people}::bigint[])[1 + n % 4], 1000 * (n % 7), nullif(n * 17 % 230, 0), ${now}
    from b, generate_series(${first}::int, ${first + n - 1}::int) n`);
};
/** Of the loans there are one in seven. */
const some = (at: number) => sql`loan_number like 'R%' and id % 7 = ${at % 7}`;
const acts: Record<string, (tx: Tx, at: number, n: number) => Promise<unknown>> = {
  hand: (tx, at, n) =>
    tx.run(sql`update loans set assignee_id = ${people[n % 4] ?? null}::bigint where ${some(at)}`),
  lend: (tx, at, n) => tx.run(sql`update loans set client_id = ${1 + (n % 2)} where ${some(at)}`),
  both: (tx, at, n) =>
    tx.run(
      sql`update loans set client_id = 3 - client_id, assignee_id = ${people[n % 4] ?? null}::bigint where ${some(at)}`,
    ),
  late: (tx, at, n) =>
    tx.run(sql`update loans set dpd = ${n % 5 === 0 ? null : n * 6}::int where ${some(at)}`),
  owe: (tx, at, n) => tx.run(sql`update loans set total_outstanding = ${n * 500} where ${some(at)}`),
  close: (tx, at, n) => tx.run(sql`update loans set is_active = ${n % 3 === 0} where ${some(at)}`),
  come: (tx, _, n) => more(tx, 1 + (n % 3)),
  go: (tx, at) =>
    tx.run(
      sql`delete from loans where id in (select min(id) from loans where ${some(at)} having count(*) > 2)`,
    ),
};

async function pagesHold(): Promise<void> {
  const told = await Promise.all([admin, leader].map((who) => who.call(charts.rolls, {})));
  for (const [i, who] of [admin, leader].entries()) {
    const { month, cells, isOpen } = told[i] ?? { month: null, cells: [] };
    if (month === null || isOpen) continue;
    const [all, narrowed] = [
      await who.call(charts.rolled, { month, size: 500 }),
      await who.call(charts.rolled, { month, size: 500, q: 'R' }),
    ];
    // Text search reads the loans, without a total.
    expect(all).toEqual(narrowed);
    expect((await who.call(charts.rolled, { month, size: 5, page: 2 })).rows).toEqual(all.rows.slice(5, 10));
    expect(cells.reduce((sum, { loans }) => sum + loans, 0)).toBe(all.count);
    expect(cells.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(
      (all.summary as { amount: number }).amount,
      2,
    );
    for (const clientId of [1, 2]) {
      const one = await who.call(charts.rolls, { month, clientIds: [clientId] as never });
      const theirs = await who.call(charts.rolled, {
        month,
        clientIds: [clientId] as never,
        q: 'R',
        size: 1,
      });
      expect(one.cells.reduce((sum, { loans }) => sum + loans, 0)).toBe(theirs.count);
    }
  }
}
async function holds(): Promise<void> {
  expect(await sumFaults(server.database, ['rolls'])).toEqual([]);
  await pagesHold();
}

test('loans are transferred, added and removed, while snapshots are taken, totalled and aggregated', async () => {
  const act = fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    at: fc.nat({ max: 6 }),
    n: fc.nat({ max: 40 }),
  });
  const work = fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 3 }), isUndone: fc.boolean() });
  const round = fc.record({
    works: fc.array(work, { minLength: 1, maxLength: 3 }),
    folds: fc.nat({ max: 2 }),
    ends: fc.boolean(),
    isAnew: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(round, async ({ works, folds, ends, isAnew }) => {
      const { database } = server;
      if (ends) now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6));
      await Promise.all([
        (async () => {
          for (const { acts: done, isUndone } of works)
            await database
              .transaction(async (tx) => {
                for (const { act: name, at, n } of done) await acts[name]?.(tx, at, n);
                if (isUndone) throw new Error('undone');
              })
              .catch((error: unknown) => {
                if ((error as Error).message !== 'undone') throw error;
              });
        })(),
        (async () => {
          await takeMonthEnd(database, now);
          await sumRolls(database);
        })(),
        ...Array.from({ length: folds }, () => foldSums(database)),
      ]);
      if (isAnew) await database.run(sql`update month_ends set is_summed = false`);
      if (isAnew) await sumRolls(database);
      await holds();
      if (folds === 0) return;
      await foldSums(database);
      await holds();
    }),
    { numRuns: 25 },
  );
  // The histories covered their case.
  const [found] = await server.database.rows<{ months: number; told: number }>(
    sql`select (select count(*)::int from month_ends where is_summed) as months, (select count(*)::int from roll_counts) as told`,
  );
  expect(found?.months).toBeGreaterThan(3);
  expect(found?.told).toBeGreaterThan(20);
});

test('a transferred loan carries its collections, also right after the transfer', async () => {
  const { database } = server;
  await foldSums(database);
  for (let n = 0; n < 2; n += 1) {
    now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6));
    await takeMonthEnd(database, now);
  }
  await sumRolls(database);
  const told = async () =>
    (await database.one<{ n: number }>(sql`select coalesce(sum(loans), 0)::int as n from roll_counts_now `))
      ?.n ?? 0;
  const before = await told();
  const gone = sql`id in (select id from loans where loan_number like 'R%' and is_active order by id limit 4)`;
  await database.transaction(async (tx) => {
    await tx.run(
      sql`update loans set assignee_id = ${people[0] ?? null}::bigint, client_id = 3 - client_id where ${gone}`,
    );
    await tx.run(sql`update loans set assignee_id = ${people[2] ?? null}::bigint where ${gone}`);
    await tx.run(sql`delete from loans where ${gone}`);
  });
  expect(await told()).toBeLessThan(before);
  await holds();
  await foldSums(database);
  await holds();
});
