/** An agent withdraws links and a stranger with a link uses up codes: the borrower still complains, sees receipts and sets preferences. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let agent: Caller;
let loanId = 0;
let linkId = 0;
let q = '';
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = noon;
  await server.database.run(sql`delete from payment_lookups`);
  await server.database.run(sql`update payment_accounts set is_active = true`);
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Kavya Menon') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile, payment_account_id,
      total_outstanding)
    select 1, 1, b.id, 'W-' || b.id, 'Kavya Menon', ${agent.id}, '97' || lpad(b.id::text, 8, '0'), 1, 500000 from b returning id`);
  loanId = made?.id ?? 0;
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile', amount: 1500 });
  linkId = link.id;
  q = new URL(link.url).searchParams.get('q') ?? '';
});

interface Answer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}
/** A browser with separate cookies, on its network. */
function device(localAddress = '127.0.0.1') {
  let cookie = '';
  const send = (method: string, path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        server.url + path,
        {
          method,
          localAddress,
          headers: {
            origin: server.url,
            ...(cookie && { cookie }),
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            for (const set of answer.headers['set-cookie'] ?? []) cookie = `${set.split(';')[0]}; ${cookie}`;
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(parts).toString(),
              headers: answer.headers,
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, fields: Record<string, string>) =>
      send('POST', path, new URLSearchParams(fields).toString()),
  };
}
const codes = async (): Promise<string[]> =>
  (
    await server.database.rows<{ text: string }>(sql`
      select message as text from messages where loan_id = ${loanId} and purpose = 'borrower-code' order by id`)
  ).map(({ text }) => /^\d{6}/.exec(text)?.[0] ?? '');
const requestCode = async (one: ReturnType<typeof device>): Promise<string> => {
  expect((await one.post('/pay/mine', { q, step: 'send' })).status).toBe(200);
  return (await codes()).at(-1) ?? '';
};
const wrongOf = (code: string): string => (code === '111111' ? '222222' : '111111');

const ends: [name: string, end: () => Promise<unknown>][] = [
  ['withdrawn by its agent', () => agent.call(paymentLinks.revoke, { id: String(linkId) })],
  ['paid', () => server.database.run(sql`update payment_codes set paid_at = ${now} where id = ${linkId}`)],
  [
    'expired',
    async () => {
      now = new Date(noon.getTime() + 73 * 3_600_000);
      await Promise.resolve();
    },
  ],
  ['replaced', () => agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' })],
  [
    'of an account that is off',
    () => server.database.run(sql`update payment_accounts set is_active = false`),
  ],
];
test.each(ends)(
  'a link that is %s pays nothing, and still opens complaint, receipts and preferences',
  async (_, end) => {
    await end();
    const borrower = device();
    const page = await borrower.get(`/pay/reliance?q=${q}`);
    for (const way of [`/pay/mine?q=${q}`, `/pay/complaint?q=${q}`]) expect(page.text, way).toContain(way);
    const paying = await borrower.post('/pay/reliance', { q, step: 'pay', amount: '100' });
    expect([paying.status, paying.headers.location]).toEqual([422, undefined]);
    const code = await requestCode(borrower);
    const saved = await borrower.post('/pay/mine', {
      q,
      code,
      step: 'save',
      language: '',
      from: '',
      until: '',
      noCalls: '1',
    });
    expect([saved.status, saved.text.includes('Saved. It counts from now on')]).toEqual([200, true]);
    expect((await borrower.get(`/pay/complaint?q=${q}`)).status).toBe(200);
    const complaint = await borrower.post('/pay/complaint', { q, kind: 'conduct', words: 'They shout.' });
    expect(complaint.status).toBe(200);
    const kept = await server.database.rows(sql`select channel from complaints where loan_id = ${loanId}`);
    expect(kept).toEqual([{ channel: 'page' }]);
  },
);

test('a withdrawn link is added once to the borrower’s complaint and notifies its owner', async () => {
  const borrower = device();
  await borrower.post('/pay/complaint', { q, kind: 'conduct', words: 'They shout.' });
  const revoke = () => agent.call(paymentLinks.revoke, { id: String(linkId) });
  await Promise.all([revoke(), revoke(), revoke()]);
  const [made] = await server.database.rows<{ id: number }>(
    sql`select id from complaints where loan_id = ${loanId}`,
  );
  const steps = await server.database.rows(sql`
    select what, user_id as "userId" from complaint_steps where complaint_id = ${made?.id ?? 0} order by id`);
  expect(steps).toEqual([
    { what: 'taken', userId: null },
    { what: 'link-withdrawn', userId: agent.id },
  ]);
  const events = await server.database.rows(sql`
    select facts ->> 'act' as act, facts ->> 'after' as state from event
    where type = 'complaints.changed' and entity_id = ${made?.id ?? 0}`);
  expect(events).toEqual([{ act: 'link-withdrawn', state: 'open' }]);
});

test('an unknown link opens nothing', async () => {
  for (const path of ['/pay/mine?q=nothing', '/pay/complaint?q=nothing', '/pay/mine?q=', '/pay/complaint?q='])
    expect((await device().get(path)).status, path).toBe(404);
});

test.each([
  ['on another network', '127.0.0.9'],
  ['on the same network', '127.0.0.1'],
])(
  'forty wrong codes of a device %s that never requested one leave the borrower’s code',
  async (_, address) => {
    const borrower = device();
    const code = await requestCode(borrower);
    const stranger = device(address);
    await Promise.all(
      Array.from({ length: 40 }, () => stranger.post('/pay/mine', { q, step: 'open', code: wrongOf(code) })),
    );
    expect((await borrower.post('/pay/mine', { q, step: 'open', code })).status).toBe(200);
  },
);

test("a stranger's codes and wrong attempts use only their limit", async () => {
  const borrower = device();
  const code = await requestCode(borrower);
  const stranger = device('127.0.0.9');
  for (let n = 0; n < 6; n += 1) {
    now = new Date(noon.getTime() + n * 61_000);
    await stranger.post('/pay/mine', { q, step: 'send' });
    await stranger.post('/pay/mine', { q, step: 'open', code: wrongOf(code) });
  }
  // At most five codes per network, including the borrower's first one; the borrower may have another.
  expect(await codes()).toHaveLength(6);
  expect((await borrower.post('/pay/mine', { q, step: 'open', code })).status).toBe(200);
  now = new Date(now.getTime() + 61_000);
  expect(await requestCode(borrower)).toMatch(/^\d{6}$/);
  // A code is invalid on another device and network.
  expect(
    (await stranger.post('/pay/mine', { q, step: 'open', code: (await codes()).at(-1) ?? '' })).status,
  ).toBe(422);
});

test("five wrong codes of the borrower's device expire the code", async () => {
  const borrower = device();
  const code = await requestCode(borrower);
  for (let n = 0; n < 5; n += 1)
    expect((await borrower.post('/pay/mine', { q, step: 'open', code: wrongOf(code) })).status).toBe(422);
  expect((await borrower.post('/pay/mine', { q, step: 'open', code })).status).toBe(422);
});
