/**
 * Loan numbers cannot be enumerated from any number of addresses; a payer with the mobile digits succeeds all the same.
 */
import { createHash } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { isProofOfWork } from '../../src/contexts/payments/contract/pay/pay-work.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal } from '../kit.ts';
import { lengthenWaits } from '../long-waits.ts';

/** A loan that is there is found so much later. */
const found = { afterMs: 0, times: 0 };
const slowly = (tx: Tx): Tx => ({
  ...tx,
  async rows<R extends object>(query: Fragment) {
    const rows = await tx.rows<R>(query);
    if (found.afterMs > 0 && rows.length > 0 && compile(query).text.includes('l.loan_number = ')) {
      found.times += 1;
      await rest(found.afterMs);
    }
    return rows;
  },
});

let server: TestServer;
beforeAll(async () => {
  // Behind a proxy: the client address is from its header.
  server = await boot({
    env: { PUBLIC_URL: 'https://recoup.example' },
    through: (database) => ({
      ...database,
      async checkoutReader() {
        const lent = await database.checkoutReader();
        return { ...lent, tx: slowly(lent.tx) };
      },
    }),
  });
  await lengthenWaits(server.database);
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  // Every tenth number of the run is a loan.
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, payment_account_id,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'RUN-' || (49000 + i * 10), '900000' || lpad((i % 10000)::text, 4, '0'), 1, 400000, 500000
    from b, generate_series(0, 199) i`);
});
afterAll(() => server.stop());
async function forgetAll(): Promise<void> {
  await server.database.run(sql`delete from payment_lookups`);
  await server.database.run(sql`delete from throttle`);
}
beforeEach(forgetAll);

const lookup = (ip: string, loanNumber: string, more: object = {}) =>
  server.anonymous.call(pay.loan, { loanNumber, ...more }, { headers: { 'X-Forwarded-For': ip } });
const numbers = Array.from({ length: 2000 }, (_, i) => `RUN-${49_000 + i}`);
/** The same disorder every time. */
const shuffled = numbers
  .map((number) => ({ number, at: createHash('sha256').update(number).digest('hex') }))
  .sort((a, b) => (a.at < b.at ? -1 : 1))
  .map(({ number }) => number);
const placeOf = (i: number): string => `20.${i >> 8}.${i & 255}.7`;

interface Swept {
  answers: number;
  refusals: Set<string>;
}
async function sweep(tried: readonly string[], placeAt: (i: number) => string, more: object = {}) {
  const swept: Swept = { answers: 0, refusals: new Set() };
  const ask = async (i: number): Promise<void> => {
    const response = await server.anonymous.fetch(
      `/api/payments/loan/${tried[i]}?${new URLSearchParams({ path: 'reliance', ...more })}`,
      { headers: { 'X-Forwarded-For': placeAt(i) } },
    );
    const text = await response.text();
    expect(text).not.toMatch(/Asha R/);
    if (response.status !== 429) swept.answers += 1;
    else swept.refusals.add(`${text.length} ${(JSON.parse(text) as { message: string }).message}`);
  };
  let next = 0;
  const walk = async (): Promise<void> => {
    for (let i = next++; i < tried.length; i = next++) await ask(i);
  };
  await Promise.all(Array.from({ length: 64 }, walk));
  return swept;
}

// Two thousand requests are slow.
test('two thousand numbers, each from another address, get thirty answers at most, and refusals all alike', async () => {
  const { answers, refusals } = await sweep(shuffled, placeOf);
  expect(answers).toBeLessThanOrEqual(30);
  expect([...refusals]).toHaveLength(1);
});

test('one after the other from many addresses, or with guessed digits from one, no more are answered', async () => {
  expect((await sweep(numbers.slice(0, 120), placeOf)).answers).toBeLessThanOrEqual(12);
  const guessed = await sweep(shuffled.slice(0, 80), () => '20.1.1.1', { last4: '9999' });
  expect(guessed.answers).toBeLessThanOrEqual(10);
  expect([...guessed.refusals]).toHaveLength(1);
});

const someone = { number: 'RUN-49500', last4: '0050' };
test("behind a shared address the borrower's mobile unlocks the loan; wrong digits reveal nothing", async () => {
  const ip = '49.1.1.1';
  for (let i = 0; i < 12; i += 1) await lookup(ip, `FAR-${i * 100_000}`).catch(() => undefined);
  expect((await refusal(lookup(ip, someone.number))).body.code).toBe('TOO_MANY_REQUESTS');
  const wrong = await refusal(lookup(ip, someone.number, { last4: '0051' }));
  const none = await refusal(lookup(ip, 'RUN-49501', { last4: '0051' }));
  expect([wrong.status, wrong.body.message]).toEqual([none.status, none.body.message]);
  expect(await lookup(ip, someone.number, { last4: someone.last4 })).toMatchObject({
    borrowerName: 'A***** R*****',
    totalOutstanding: 5000,
  });
  // A client elsewhere needs no proof of work.
  expect(await lookup('49.1.1.2', 'RUN-50500')).toMatchObject({ totalOutstanding: null });
});

test('digit guessing blocks no payer of the loan, and many strangers guess little', async () => {
  const wrong = (ip: string) =>
    lookup(ip, someone.number, { last4: '0051' }).then(
      () => 'asked',
      (error: unknown) => (error as { body: { code: string } }).body.code,
    );
  const said: string[] = [];
  for (let i = 0; i < 9; i += 1) said.push(await wrong('50.1.1.1'));
  expect(said).toContain('TOO_MANY_REQUESTS');
  expect(await lookup('60.1.1.1', someone.number, { last4: someone.last4 })).toMatchObject({
    totalOutstanding: 5000,
  });
  for (let i = 0; i < 60; i += 1) await wrong(`51.1.${i}.1`);
  const tries = await server.database.one<{ judged: number }>(
    sql`select max(failures)::int as judged from throttle where key like 'pay-digits:%'`,
  );
  expect(tries?.judged).toBeLessThan(60);
  expect(await wrong('52.1.1.1')).toBe('TOO_MANY_REQUESTS');
});

test('a phone with a separate network is one client', async () => {
  const answered: number[] = [];
  for (let i = 0; i < 12; i += 1)
    answered.push(
      await lookup(`2401:4900:1:2::${i.toString(16)}`, `V6-${i * 100_000}`).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
  expect(answered.filter((status) => status === 429)).toHaveLength(2);
});

function done(work: string): string {
  for (let i = 0; ; i += 1) {
    const tried = `${work}:${i}`;
    if (isProofOfWork(createHash('sha256').update(tried).digest())) return tried;
  }
}
test('a persistent address must also solve a proof of work, valid once', async () => {
  const ip = '49.1.1.3';
  await Promise.all(
    Array.from({ length: 31 }, (_, i) => lookup(ip, `FAR-${i * 100_000}`).catch(() => undefined)),
  );
  const ask = (more: object = {}) => lookup(ip, someone.number, { last4: someone.last4, ...more });
  const { body } = await refusal(ask());
  const work = done(String(body.facts.work));
  expect(await ask({ work })).toMatchObject({ totalOutstanding: 5000 });
  for (const bad of [work, `${body.facts.work}:x`, work.replace('.', '.1'), done('made.up.by.me')])
    expect((await refusal(ask({ work: bad }))).body.code).toBe('TOO_MANY_REQUESTS');
});

test('existing and missing numbers are rejected in equal time', async () => {
  const quickest = { there: Infinity, not: Infinity };
  let n = 0;
  const tryBoth = async (): Promise<void> => {
    const ip = '49.1.1.4';
    await forgetAll();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => lookup(ip, `FAR-${i * 100_000}`).catch(() => undefined)),
    );
    for (let i = 0; i < 8; i += 1, n += 1)
      for (const [kind, number] of [
        ['there', `RUN-${49_000 + (n % 200) * 10}`],
        ['not', `RUN-${49_001 + (n % 200) * 10}`],
      ] as const) {
        const start = performance.now();
        await refusal(lookup(ip, number, { last4: '9999' }));
        quickest[kind] = Math.min(quickest[kind], performance.now() - start);
      }
  };
  found.afterMs = 30;
  try {
    // Other load delays a response, never accelerates it: the fastest of several is the server's time.
    await vi.waitUntil(() => tryBoth().then(() => Math.abs(quickest.there - quickest.not) < 20), 60_000);
  } finally {
    found.afterMs = 0;
  }
  expect(Math.min(quickest.there, quickest.not)).toBeGreaterThan(79);
  expect(found.times).toBeGreaterThan(3);
});

test('without a script the page requires the digits, and with them it is payable', async () => {
  const send = async (fields: Record<string, string>) => {
    const response = await fetch(`${server.url}/pay/reliance`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '49.1.1.5' },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  };
  for (let i = 0; i < 12; i += 1) await lookup('49.1.1.5', `FAR-${i * 100_000}`).catch(() => undefined);
  const there = await send({ step: 'find', loanNumber: 'RUN-49500' });
  const not = await send({ step: 'find', loanNumber: 'RUN-49501' });
  expect([there.status, there.text.length]).toEqual([not.status, not.text.length]);
  expect(there.text).toContain('Very many are asking just now.');
  const found = await send({ step: 'find', loanNumber: someone.number, last4: someone.last4 });
  const token = /name="token" value="([^"]+)"/.exec(found.text)?.[1] ?? '';
  expect((await send({ step: 'pay', token, amount: '100' })).status).toBe(303);
});
