/** Messages of campaigns and files: queued once, sent once, updated, linked and erased. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { forChannels } from '../../src/kernel/contract/channels/channels.ts';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { templates } from '../../src/contexts/messaging/contract/templates.ts';
import type { Carrier } from '../../src/contexts/messaging/server/carriers/port.ts';
import { sendDue } from '../../src/contexts/messaging/server/communications/bulk.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let admin: Caller;
let agent: Caller;

interface Loan {
  id: number;
  borrowerId: number;
  number: string;
}
let n = 0;
const loan = async (): Promise<Loan> => {
  n += 1;
  const made = await server.database.one<Loan>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Zarina Quill') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile, payment_account_id,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, ${`M${n}`}, 'Zarina Quill', ${agent.id}, ${`98765${String(n).padStart(5, '0')}`}, 1, 400000, 500000 from b
    returning id, borrower_id as "borrowerId", loan_number as number`);
  if (!made) throw new Error('no loan made');
  return made;
};
/** Scheduled for the test only: the server's clock is earlier. */
const ahead = { now: () => new Date(now.getTime() + 30 * 86_400_000) };
const stored = async ({ id }: Pick<Loan, 'id'>, channel = 'rcs'): Promise<number> =>
  (
    await server.database.one<{ id: number }>(sql`
      insert into messages (loan_id, channel, mobile, message, due_at)
      select id, ${channel}, mobile, ${`Text ${Math.random()}`}, ${ahead.now()} from loans where id = ${id} returning id`)
  )?.id ?? 0;
/** Messages sent before each test. */
let before: { waits: number[]; asked: Loan; linked: Loan; link: number; sent: number; erased: Loan };
let rich: number;
const send = (...loanIds: number[]) =>
  admin.call(communicationDashboard.sendRcs, { loanIds, templateId: rich });

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.person({
    roleType: 'admin',
    flags: ['admin_dashboard', 'upload_communications_file', 'upload_borrower_file', 'view_borrower_profile'],
  });
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const made = await admin.call(templates.create, {
    channel: 'rcs',
    name: 'Rich',
    message: 'Dear {{name}}',
  });
  rich = made?.id ?? 0;

  const waits: number[] = [];
  for (let i = 0; i < 20; i += 1) waits.push(await stored(await loan()));
  const [asked, linked, followed, erased] = [await loan(), await loan(), await loan(), await loan()];
  // After all requests below.
  now = new Date('2026-11-20T20:00:00Z');
  expect(await send(asked.id)).toEqual({ sent: 1, left: 0 });
  now = noon;
  const link = await agent.call(paymentLinks.generate, { loanId: linked.id, mobileNumber: 'mobile' });
  const sent = await server.database.one<{ id: number }>(sql`
    insert into messages (loan_id, channel, mobile, message, status, reference, sent_at)
    select id, 'sms', mobile, 'On its way', 'sent', 'x', now() from loans where id = ${followed.id} returning id`);
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, status)
    select id, 'sms', mobile, 'Dear Zarina Quill', 'sent' from loans where id = ${erased.id}`);
  before = { waits, asked, linked, link: link.id, sent: sent?.id ?? 0, erased };
});
afterAll(async () => {
  await server.stop();
});

test('lists show the newest message first on every page', async () => {
  const later = await stored(await loan());
  const listed = async (page: number) =>
    (await admin.call(communications.rcs, { page, size: 10, status: 'stored' })).rows.map(({ id }) => id);
  const first = await listed(1);
  expect(first[0]).toBe(later);
  expect([...first, ...(await listed(2)), ...(await listed(3))]).toEqual([
    later,
    ...(await waitingOf(before.asked.id)),
    ...before.waits.toReversed(),
  ]);
  expect((await admin.call(communications.rcs, { q: before.asked.number })).count).toBe(1);
});

const waitingOf = async (loanId: number): Promise<number[]> =>
  (
    await server.database.rows<{ id: number }>(
      sql`select id from messages where loan_id = ${loanId} and status = 'stored' order by id desc`,
    )
  ).map(({ id }) => id);

test('a queued message is not queued again by a campaign or a file', async () => {
  const loanId = before.asked.id;
  const other = await loan();
  now = new Date('2026-11-20T20:00:00Z');
  expect(await send(loanId, other.id)).toEqual({ sent: 1, left: 1 });
  const fileKey = await deliver(admin, `LOAN NUMBER\n${before.asked.number}\n${other.number}\n`);
  const asked = { fileKey, type: 'IMPORT_MESSAGE_FILE', clientId: 1, portfolioId: 1 } as const;
  const job = await admin.call(files.parse, { ...asked, rcsSend: true, rcsTemplateId: rich });
  await ended(admin, job?.id ?? 0);
  now = noon;
  expect([await waitingOf(loanId), await waitingOf(other.id)].map((all) => all.length)).toEqual([1, 1]);
  // Without a request.
  const [id] = await waitingOf(other.id);
  await expect(
    server.database.run(sql`insert into messages (loan_id, channel, mobile, message)
      select loan_id, channel, mobile, message from messages where id = ${id}`),
  ).rejects.toThrow('duplicate key');
});

test('six concurrent workers send each queued message once', async () => {
  const waits = [...before.waits];
  for (let i = 0; i < 20; i += 1) waits.push(await stored(await loan()));
  const took = new Map<number, number>();
  const carrier: Carrier = {
    async send({ id }) {
      took.set(id, (took.get(id) ?? 0) + 1);
      return { reference: `r-${id}`, status: 'sent' };
    },
  };
  const carriers = { ...forChannels(() => carrier), email: carrier };
  const o = { database: server.database, evaluate, carriers, clock: ahead };
  for (let handed = 1; handed > 0;)
    handed = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => sendDue(o, 'rcs')))).reduce((a, b) => a + b);
  expect(waits.filter((id) => took.get(id) !== 1)).toEqual([]);
  expect([...took.values()].every((times) => times === 1)).toBe(true);
});

test('a carrier status update reaches its message', async () => {
  expect(await admin.call(communications.refresh, { id: String(before.sent) })).toMatchObject({
    id: before.sent,
  });
  await expect
    .poll(async () => (await admin.call(communications.refresh, { id: String(before.sent) }))?.status, {
      timeout: 60_000,
    })
    .toBe('delivered');
});

test('a payment link shows the state of its message, and refers to an existing one', async () => {
  const links = () => agent.call(paymentLinks.ofLoan, { loanId: before.linked.id });
  const newer = await agent.call(paymentLinks.generate, { loanId: before.linked.id, mobileNumber: 'mobile' });
  await expect
    .poll(async () => (await links()).map(({ message }) => message))
    .toEqual(['delivered', 'delivered']);
  expect((await links()).map(({ id, to }) => ({ id, isTo: to?.startsWith('XXXXXX') }))).toEqual([
    { id: newer.id, isTo: true },
    { id: before.link, isTo: true },
  ]);
  await expect(
    server.database.run(sql`update payment_codes set message_id = 7 * 10^14 where id = ${newer.id}`),
  ).rejects.toThrow('foreign key');
  await server.database.run(
    sql`delete from messages where id = (select message_id from payment_codes where id = ${before.link})`,
  );
  expect((await links()).map(({ message }) => message)).toEqual(['delivered', null]);
});

test('a retention hold preserves texts; without it an administrator erases them, and the rows remain', async () => {
  const { id, borrowerId } = before.erased;
  await stored({ id });
  await server.database.run(sql`update messages set message = 'Dear Zarina Quill' where loan_id = ${id}`);
  const reasons = await agent.call(loanHolds.reasons, { loanId: id });
  const hold = await agent.call(loanHolds.place, { loanId: id, reasonId: reasons[0]?.id ?? 0, note: '' });
  await server.database.run(sql`update loans set is_active = false where id = ${id}`);
  await server.database.run(
    sql`update loans set closed_at = ${now}::timestamptz - interval '61 months' where id = ${id}`,
  );
  const erase = () => admin.call(loans.erase, { id: String(borrowerId), reason: 'asked by the borrower' });
  const kept = () =>
    server.database.rows(sql`
      select message, mobile is null as "isErased" from messages
      where loan_id = ${id} order by id`);
  expect((await refusal(erase())).body.code).toBe('ERASE_HELD');
  expect(await kept()).toEqual([0, 1].map(() => ({ message: 'Dear Zarina Quill', isErased: false })));
  await admin.call(loanHolds.end, { id: String(hold.id) });
  await erase();
  expect(await kept()).toEqual([0, 1].map(() => ({ message: null, isErased: true })));
});
