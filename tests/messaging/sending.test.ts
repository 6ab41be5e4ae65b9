/** Messages of files leave by themselves: only when they may, never twice, and what became of them is followed. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forChannels } from '../../src/kernel/contract/channels/channels.ts';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { templates } from '../../src/contexts/messaging/contract/templates.ts';
import { claim, sendDue, noteStatuses } from '../../src/contexts/messaging/server/communications/bulk.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import {
  Undeliverable,
  type Carrier,
  type Message,
} from '../../src/contexts/messaging/server/carriers/port.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal, same } from '../kit.ts';

const key = 'a-key-of-some-length';
const tomorrow = Date.now() + 86_400_000;
const at = (time: string): Date =>
  new Date(`${new Date(tomorrow).toISOString().slice(0, 10)}T${time}:00+05:30`);
const clock = { now: () => now, isMoved: true as const };
let now = at('03:00');
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot({ clock, env: { CRON_KEY: key } });
  admin = await server.as('upload_communications_file', 'campaign_start_stop');
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
});
afterAll(() => server.stop());

let n = 0;
const loan = async (mobile: string): Promise<{ id: number; number: string }> => {
  n += 1;
  const made = await server.database.one<{ id: number }>(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile)
    select 1, 1, id, ${`S${n}`}, ${mobile} from person returning id`);
  return { id: made?.id ?? 0, number: `S${n}` };
};
const stored = async (loanId: number, channel = 'sms', mobile = '9876500001'): Promise<number> =>
  (
    await server.database.one<{ id: number }>(sql`
      insert into messages (loan_id, channel, mobile, message, due_at)
      values (${loanId}, ${channel}, ${mobile}, ${`Text ${Math.random()}`}, ${now}) returning id`)
  )?.id ?? 0;
interface Seen {
  status: string;
  fault: string | null;
  dueAt: string | null;
}
const seen = async (id: number): Promise<Seen> =>
  (await server.database.one<Seen>(
    sql`select status, fault, due_at as "dueAt" from messages where id = ${id}`,
  )) ?? { status: 'gone', fault: null, dueAt: null };
const became = (id: number, status: string): Promise<unknown> =>
  vi.waitUntil(async () => (await seen(id)).status === status, { timeout: 60_000, interval: 50 });
beforeEach(() => (now = at('11:00')));

test('a file is sent by its channels, recorded calls once they are started', async () => {
  const made = async (channel: 'sms' | 'ivr', name: string, message?: string): Promise<number> =>
    (await admin.call(templates.create, { channel, name, templateId: '1107', message }))?.id ?? 0;
  const [due, round] = [await made('sms', 'Due', 'Dear {{name}}'), await made('ivr', 'Round')];
  const { number } = await loan('9876500001');
  const fileKey = await deliver(admin, `LOAN NUMBER\n${number}\n`);
  const job = await admin.call(files.parse, {
    fileKey,
    type: 'IMPORT_MESSAGE_FILE',
    clientId: 1,
    portfolioId: 1,
    smsSend: true,
    smsTemplateId: due,
    ivrSend: true,
    ivrDialerCampaignId: round,
  });
  const id = job?.id ?? 0;
  await ended(admin, id);
  const [sms] = (await admin.call(communications.sms, { jobId: id })).rows;
  const [ivr] = (await admin.call(communications.ivr, { jobId: id })).rows;
  await became(sms?.id ?? 0, 'delivered');
  expect((await seen(ivr?.id ?? 0)).status).toBe('stored');
  const toggle = (status: boolean, jobId = id) =>
    admin.call(dialer.startStop, { id: round, status, module: 'ivr', jobId });
  expect(await toggle(true)).toBeUndefined();
  await became(ivr?.id ?? 0, 'delivered');
  expect((await admin.call(files.job, { id: String(id) }))?.communication).toMatchObject({
    smsSend: { status: 'sent' },
    ivrSend: { isStarted: true, status: 'sent' },
  });
  expect((await refusal(toggle(true, 999_999))).body.code).toBe('NOT_FOUND');
});

test('the check of a message file names borrowers with a future PTP', async () => {
  const [ahead, other] = [await loan('9876500061'), await loan('9876500062')];
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update loans set assignee_id = ${agent.id} where id = ${ahead.id}`);
  const ptpDate = new Date(tomorrow + 5 * 86_400_000).toISOString().slice(0, 10);
  const promised = { dispositionId: 1, amount: 900, ptpDate, followUpDate: `${ptpDate}T04:30:00Z` };
  await agent.call(borrowerDispositions.record, { loanId: ahead.id, ...promised });
  const body = `LOAN NUMBER,CHANNEL,MESSAGE\n${other.number},SMS,Hello\n${ahead.number},SMS,Hello\n`;
  const fileKey = await deliver(admin, body);
  const asked = { fileKey, type: 'IMPORT_MESSAGE_FILE', clientId: 1, portfolioId: 1 } as const;
  const id = (await admin.call(files.parse, { ...asked, isDryRun: true }))?.id ?? 0;
  await ended(admin, id);
  const job = await admin.call(files.job, { id: String(id) });
  expect(job?.notices).toMatchObject([{ kind: 'promise-ahead', count: 1, examples: [{ n: 3 }] }]);
});

test('outside calling hours, on DNC and above the cap nothing is sent, and each decision is stored', async () => {
  const one = await loan('9876500021');
  const blocked = await loan('9876500003');
  await server.database.run(
    sql`insert into dnc_numbers (loan_id, mobile, status) values (${blocked.id}, '9876500003', 'active')`,
  );
  now = at('20:00');
  const [late, never] = [
    await stored(one.id, 'sms', '9876500021'),
    await stored(blocked.id, 'sms', '9876500003'),
  ];
  await became(never, 'failed');
  expect((await seen(never)).fault).toBe('do_not_call');
  const listed = (await admin.call(communications.sms, {})).rows;
  expect(listed.find((row) => row.id === never)).toMatchObject({ fault: 'do_not_call', dueAt: null });
  expect(listed.find((row) => row.id === late)?.dueAt).not.toBeNull();
  const waits = await seen(late);
  expect(waits.status).toBe('stored');
  now = new Date(Date.parse(waits.dueAt ?? '') + 1000);
  expect(now.getTime()).toBe(at('08:00').getTime() + 86_400_000 + 1000);
  await became(late, 'delivered');
  const [second, third] = [
    await stored(one.id, 'sms', '9876500021'),
    await stored(one.id, 'whatsApp', '9876500021'),
  ];
  await vi.waitUntil(
    async () =>
      (await Promise.all([second, third].map(seen))).filter(({ status }) => status === 'delivered').length ===
      1,
    { timeout: 60_000 },
  );
  const decisions = await server.database.rows<{ allowed: boolean; rule: string | null }>(sql`
    select is_allowed as allowed, rule from contact_decisions where loan_id = ${one.id} and channel = 'message' order by id`);
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(2);
  expect(decisions.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['hours']));
  const capped = sql`select 1 from contact_decisions where loan_id = ${one.id} and rule = 'capped'`;
  await vi.waitUntil(async () => (await server.database.one(capped)) !== undefined, { timeout: 60_000 });
});

/** A carrier that deduplicates by id, as carriers do. */
function remembering(fails: (message: Message) => void = () => undefined) {
  const took = new Map<number, number>();
  const carrier: Carrier = {
    async send(message) {
      fails(message);
      took.set(message.id, (took.get(message.id) ?? 0) + 1);
      return { reference: `r-${message.id}`, status: 'sent' };
    },
  };
  return { took, carriers: { ...forChannels(() => carrier), email: carrier } };
}
/** Scheduled for this test only: the server's clock is earlier. */
const ahead = 30 * 86_400_000;
const laterClock = (more = 0) => ({ now: () => new Date(now.getTime() + ahead + more) });

test('a server crashing between send and record resends under the original number', async () => {
  const { took, carriers } = remembering();
  const one = await loan('9876500005');
  const id = await stored(one.id, 'rcs', '9876500005');
  await server.database.run(sql`update messages set due_at = ${laterClock().now()} where id = ${id}`);
  const o = { database: server.database, clock: laterClock(), evaluate };
  const [message] = await claim(o, 'rcs');
  await carriers.rcs.send(message as Message);
  // Killed here; an immediate second run finds nothing.
  expect(await sendDue({ ...o, carriers }, 'rcs')).toBe(0);
  expect(await sendDue({ ...o, carriers, clock: laterClock(61_000) }, 'rcs')).toBe(1);
  expect([...took]).toEqual([[id, 2]]);
  expect(await seen(id)).toMatchObject({ status: 'sent', dueAt: null });
  // A late response changes nothing.
  await noteStatuses(server.database, [{ id, status: 'failed', fault: 'late' }], now);
  expect((await seen(id)).status).toBe('sent');
});

test('a busy carrier is retried later; a rejecting one is not', async () => {
  let fault: Error = new Error('busy');
  const { carriers } = remembering(() => {
    throw fault;
  });
  const one = await loan('9876500006');
  const id = await stored(one.id, 'whatsApp', '9876500006');
  await server.database.run(sql`update messages set due_at = ${laterClock().now()} where id = ${id}`);
  const o = { database: server.database, evaluate, carriers };
  await sendDue({ ...o, clock: laterClock() }, 'whatsApp');
  expect(await seen(id)).toMatchObject({ status: 'queued' });
  fault = new Undeliverable('No such number.');
  await sendDue({ ...o, clock: laterClock(11_000) }, 'whatsApp');
  expect(await seen(id)).toMatchObject({ status: 'failed', fault: 'No such number.', dueAt: null });
});

test('two concurrent servers send each message once', async () => {
  const { took, carriers } = remembering();
  for (let i = 0; i < 30; i += 1) {
    const one = await loan(`98765100${10 + i}`);
    const id = await stored(one.id, 'rcs', `98765100${10 + i}`);
    await server.database.run(sql`update messages set due_at = ${laterClock().now()} where id = ${id}`);
  }
  const o = { database: server.database, evaluate, carriers, clock: laterClock() };
  const turns = await Promise.all([1, 2, 3, 4].map(() => sendDue(o, 'rcs')));
  expect(turns.reduce((sum, more) => sum + more, 0)).toBe(30);
  expect([...took.values()].every((times) => times === 1)).toBe(true);
});

test('the delivery status is polled manually and by a schedule with its key', async () => {
  const { id: loanId } = await loan('9876500021');
  const underway = async (): Promise<number> =>
    (
      await server.database.one<{ id: number }>(sql`
        insert into messages (loan_id, channel, mobile, message, status, reference, sent_at)
        values (${loanId}, 'sms', '9876500021', 'On its way', 'sent', 'x', now()) returning id`)
    )?.id ?? 0;
  const first = await underway();
  expect(await admin.call(communications.refresh, { id: String(first) })).toEqual({
    id: first,
    status: 'sent',
  });
  await became(first, 'delivered');
  const second = await underway();
  const cron = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${server.url}/api/cron/sms/status/update`, { method: 'POST', headers });
  expect((await cron({ 'x-cron-key': 'another' })).status).toBe(401);
  expect((await cron({ ...same, ...admin.headers })).status).toBe(403);
  expect((await cron({ 'x-cron-key': key })).status).toBe(200);
  await became(second, 'delivered');
  const other = await server.person({ roleType: 'agent' });
  expect((await refusal(other.call(communications.refresh, { id: String(first) }))).body.code).toBe(
    'NOT_FOUND',
  );
});
