/** A borrower reads and accepts a settlement online, with a code sent to the loan's number. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, spread } from '../../src/contexts/settlements/contract/instalment-days.ts';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { judgeWaitingPlans } from '../../src/contexts/settlements/server/plans/keep.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let now = new Date('2026-11-20T06:00:00Z');
const clock = { now: () => now };
let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let id = 0;
beforeAll(async () => {
  server = await boot({ clock });
  lead = await server.person({
    roleType: 'tech_lead',
    flags: [
      'approve_reject_settlement',
      'reopen_settlement',
      'update_settlement_amount',
      'settlement_timeline',
    ],
  });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
});
afterAll(() => server.stop());

const fresh = async (): Promise<{ loanId: number; id: number }> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Kavya Menon') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'O-' || b.id, 'Kavya Menon', ${agent.id}, '97' || lpad(b.id::text, 8, '0'), 100000_00, 120000_00 from b returning id`);
  const loan = made?.id ?? 0;
  const day = addDays(businessDay(now), 10);
  const asked = await agent.call(settlements.request, {
    loanId: loan,
    amount: 90_000,
    settlementDate: day,
    instalments: spread(90_000_00, 2, day).map(({ dueOn, amount }) => ({ dueOn, amount: amount / 100 })),
    followUpDate: now.toISOString(),
  });
  await lead.call(settlements.updateStatus, { id: asked.id, status: 'Approved' });
  return { loanId: loan, id: asked.id };
};
beforeEach(async () => {
  now = new Date('2026-11-20T06:00:00Z');
  await server.database.run(sql`delete from payment_lookups`);
  ({ loanId, id } = await fresh());
});

interface Sent {
  to: string;
  text: string;
  purpose: string;
}
const sentTo = (loan = loanId): Promise<Sent[]> =>
  server.database.rows<Sent>(sql`
    select mobile as "to", message as text, purpose from messages where loan_id = ${loan} order by id`);
const linkOf = async (loan = loanId): Promise<string> => {
  await expect.poll(async () => (await sentTo(loan)).length).toBeGreaterThan(0);
  return /q=(\S+)/.exec((await sentTo(loan))[0]?.text ?? '')?.[1] ?? '';
};
const codeOf = async (loan = loanId): Promise<string> =>
  /^\d{6}/.exec(
    (await sentTo(loan)).findLast(({ purpose }) => purpose === 'settlement-code')?.text ?? '',
  )?.[0] ?? '';
const url = (q: string, lang = '') => `/pay/settlement?q=${q}${lang && `&lang=${lang}`}`;
interface Page {
  statusCode: number;
  body: string;
}
const page = async (answer: Promise<Response>): Promise<Page> => {
  const got = await answer;
  return { statusCode: got.status, body: await got.text() };
};
const open = (q: string, lang = '') => page(fetch(`${server.url}${url(q, lang)}`));
const post = (fields: Record<string, string>) =>
  page(
    fetch(`${server.url}/pay/settlement`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
      body: new URLSearchParams(fields).toString(),
    }),
  );
const closed = 'This link is not open. Ask your lender for a new one.';
const planOf = async () => (await lead.call(settlements.one, { id: String(id) })).plan;

test('the link arrives by message; terms are shown and accepted with the code alone', async () => {
  const q = await linkOf();
  expect(q.length).toBeGreaterThan(20);
  const first = await open(q);
  expect(first.statusCode).toBe(200);
  expect(first.body.length).toBeLessThan(14 * 1024);
  // Before the code: what a payment page shows to a stranger, and less.
  expect(first.body).toContain('K*****');
  for (const secret of ['Kavya', 'Menon', '90,000', '45,000', '1,20,000'])
    expect(first.body).not.toContain(secret);
  expect((await post({ q, step: 'terms', code: '000000' })).statusCode).toBe(422);
  await post({ q, step: 'send' });
  const code = await codeOf();
  expect((await sentTo()).at(-1)?.to).toMatch(/^97/);
  const terms = await post({ q, step: 'terms', code });
  expect(terms.body).toContain('₹45,000.00 by');
  expect(terms.body.length).toBeLessThan(14 * 1024);
  expect(await planOf()).toMatchObject({ state: 'offered', acceptedAt: null });
  const done = await post({ q, step: 'accept', code });
  expect(done.body).toContain('You accepted the terms');
  expect(await planOf()).toMatchObject({ state: 'accepted', acceptedAt: '2026-11-20T06:00:00+00:00' });
  const kept = await server.database.one<{ terms: string; version: number; language: string }>(sql`
    select accepted_terms as terms, accepted_version as version, accepted_language as language from settlement_plans
    where settlement_id = ${id}`);
  expect(kept).toMatchObject({ version: 1, language: 'en' });
  expect(kept?.terms).toContain('₹45,000.00');
  // Used: the old link gets the common response.
  const again = await post({ q, step: 'accept', code });
  expect([again.statusCode, again.body.includes(closed)]).toEqual([404, true]);
});

test('the code and the page address are invisible to the agency', async () => {
  const q = await linkOf();
  await post({ q, step: 'send' });
  const code = await codeOf();
  expect(code).toMatch(/^\d{6}$/);
  for (const who of [agent, lead]) {
    const told = await who.call(communications.history, { loanId }).then(JSON.stringify, () => '');
    expect([told.includes(code), told.includes(q)]).toEqual([false, false]);
  }
  const own = await agent.call(communications.history, { loanId });
  expect(own.rows.map(({ message }) => message).join('\n')).toContain('XXXXXX');
});

test('in Hindi it reads Hindi', async () => {
  const q = await linkOf();
  expect((await open(q, 'hi')).body).toContain('मुझे कोड भेजें');
});

test("five wrong attempts, ten minutes, another loan's code: all invalid, with one response", async () => {
  const q = await linkOf();
  await post({ q, step: 'send' });
  const code = await codeOf();
  const other = await fresh();
  const theirs = await linkOf(other.loanId);
  await post({ q: theirs, step: 'send' });
  const wrong = 'This code does not count. Check it, or ask for a new one.';
  const foreign = await codeOf(other.loanId);
  if (foreign !== code) expect((await post({ q, step: 'accept', code: foreign })).body).toContain(wrong);
  const bad = code === '111111' ? '222222' : '111111';
  for (let n = 0; n < 4; n += 1) expect((await post({ q, step: 'terms', code: bad })).body).toContain(wrong);
  expect((await post({ q, step: 'accept', code })).body).toContain(wrong);
  now = new Date(now.getTime() + 61_000);
  await server.database.run(sql`delete from payment_lookups`);
  await post({ q, step: 'send' });
  const second = await codeOf();
  now = new Date(now.getTime() + 10 * 60_000 + 1);
  expect((await post({ q, step: 'accept', code: second })).body).toContain(wrong);
  expect(await planOf()).toMatchObject({ state: 'offered' });
});

test('codes are sent once a minute and five times a day', async () => {
  const q = await linkOf();
  const codes = async () => (await sentTo()).filter(({ purpose }) => purpose === 'settlement-code').length;
  await post({ q, step: 'send' });
  expect((await post({ q, step: 'send' })).statusCode).toBe(422);
  expect(await codes()).toBe(1);
  for (let n = 0; n < 6; n += 1) {
    now = new Date(now.getTime() + 61_000);
    await post({ q, step: 'send' });
  }
  expect(await codes()).toBe(5);
});

test('unknown, expired and withdrawn links show one sentence', async () => {
  const q = await linkOf();
  const says = async (one: string) => {
    await server.database.run(sql`delete from payment_lookups`);
    const page = await open(one);
    return [page.statusCode, page.body.includes(closed)];
  };
  expect(await says('nothing')).toEqual([404, true]);
  now = new Date('2026-11-28T06:00:00Z');
  expect(await says(q)).toEqual([404, true]);
  await expect
    .poll(
      async () => {
        await judgeWaitingPlans(server.database, clock);
        return (await planOf())?.state;
      },
      { timeout: 60_000 },
    )
    .toBe('expired');
  now = new Date('2026-11-20T06:00:00Z');
  const other = await fresh();
  const theirs = await linkOf(other.loanId);
  await lead.call(settlements.updateStatus, { id: other.id, status: 'ReOpened' });
  expect(await says(theirs)).toEqual([404, true]);
});

test('outside calling hours the link is queued; a hold delays it', async () => {
  now = new Date('2026-11-20T18:00:00Z');
  const late = await fresh();
  const [row] = await server.database.rows<{ at: string | null }>(sql`
    select tell_at as at from settlement_plans where settlement_id = ${late.id}`);
  expect(row?.at).not.toBeNull();
  await server.database.run(
    sql`update settlement_plans set tell_at = tell_at where settlement_id = ${late.id}`,
  );
  await expect
    .poll(
      async () =>
        (
          await server.database.one<{ isLater: boolean }>(sql`
            select tell_at > ${now} as "isLater" from settlement_plans where settlement_id = ${late.id}`)
        )?.isLater,
      { timeout: 60_000 },
    )
    .toBe(true);
  expect(await sentTo(late.loanId)).toEqual([]);
});
