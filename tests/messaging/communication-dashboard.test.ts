/** Sent messages of all channels, by loan, and bulk sending to selected loans. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { templates } from '../../src/contexts/messaging/contract/templates.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let sender: Caller;
const night = new Date('2026-11-20T20:00:00Z');
beforeAll(async () => {
  server = await boot({ clock: { now: () => night } });
  admin = await server.as('admin_dashboard', 'view_borrower_profile');
  sender = await server.as('admin_dashboard', 'upload_communications_file');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, borrower_name, mobile, is_active, is_dnc,
      payment_status, total_outstanding)
    select n, 1, 1, person.id, 'D' || n, 'Asha Rao', '987650000' || n, n <> 3, n = 4,
      case n when 1 then 'Unpaid' else 'Partially Paid' end, 100000 from person, generate_series(1, 5) n`);
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, status, created_at, updated_at, response_type) values
      (1, 'whatsApp', '9876500001', 'Old', 'delivered', '2026-01-04T18:29:00Z', '2026-01-09T06:00:00Z', null),
      (1, 'whatsApp', '9876500001', 'New', 'read', '2026-01-04T18:31:00Z', '2026-01-04T18:31:00Z', 'Ready to Pay'),
      (2, 'whatsApp', '9876500002', 'Third', 'failed', '2026-01-06T06:00:00Z', '2026-01-06T06:00:00Z', null),
      (2, 'ivr', '9876500002', null, 'delivered', '2026-01-06T06:00:00Z', '2026-01-06T06:00:00Z', 'Request Call Back'),
      (2, 'sms', '9876500002', 'Text', 'sent', '2026-01-06T06:00:00Z', '2026-01-06T06:00:00Z', null)`);
});
afterAll(() => server.stop());

const texts = async (query: object = {}): Promise<(string | null)[]> =>
  (await admin.call(communicationDashboard.list, query)).rows.map(({ message }) => message);

test('the list defaults to WhatsApp, each message with its loan under the channel name', async () => {
  const { rows } = await admin.call(communicationDashboard.list, {});
  expect(rows.map(({ message }) => message)).toEqual(['Third', 'New', 'Old']);
  expect(rows[1]).toMatchObject({
    mobile: 'XXXXXX0001',
    clickToAction: 'Ready to Pay',
    ivrResponse: null,
    paymentStatus: 'Unpaid',
    whatsAppMsgLoan: {
      loanNumber: 'D1',
      totalOutstanding: 1000,
      isActive: true,
      isDNC: false,
      loanUsers: [],
    },
  });
  expect(rows[1]?.smsLoan).toBeUndefined();
  const [call] = (await admin.call(communicationDashboard.list, { communicationType: 'ivr' })).rows;
  expect(call).toMatchObject({ ivrResponse: 'Request Call Back', ivrLoan: { loanNumber: 'D2' } });
});

test('list and summaries are narrowed alike', async () => {
  expect(await texts({ status: 'read' })).toEqual(['New']);
  expect(await texts({ responseType: 'Ready to Pay' })).toEqual(['New']);
  expect(await texts({ paymentStatuses: 'Unpaid,Foreclosure' })).toEqual(['New', 'Old']);
  expect(await texts({ startDate: '2026-01-05', endDate: '2026-01-05' })).toEqual(['New']);
  expect(await texts({ dateFilterOn: 'updatedAt', startDate: '2026-01-09' })).toEqual(['Old']);
  const { whatsAppSummary, ivrSummary, rcsSummary } =
    (await admin.call(communicationDashboard.summary, {})) ?? {};
  expect(whatsAppSummary).toEqual([
    { status: 'delivered', count: 1 },
    { status: 'failed', count: 1 },
    { status: 'read', count: 1 },
    { status: 'TOTAL', count: 3 },
  ]);
  expect(ivrSummary?.at(-1)).toEqual({ status: 'TOTAL', count: 1 });
  expect(rcsSummary).toEqual([{ status: 'TOTAL', count: 0 }]);
  const narrow = await admin.call(communicationDashboard.whatsAppSummary, { startDate: '2026-01-06' });
  expect(narrow?.whatsAppSummary?.at(-1)).toEqual({ status: 'TOTAL', count: 1 });
});

test('a template is sent to the contactable selected loans, once while queued', async () => {
  const made = await sender.call(templates.create, {
    channel: 'sms',
    name: 'Due',
    message: 'Dear {{name}}: {{loanNumber}}',
  });
  const templateId = made?.id ?? 0;
  const send = () => sender.call(communicationDashboard.sendSms, { loanIds: [1, 2, 3, 4], templateId });
  expect(await send()).toEqual({ sent: 2, left: 2 });
  expect(await send()).toEqual({ sent: 0, left: 4 });
  const { rows } = await admin.call(communicationDashboard.list, {
    communicationType: 'sms',
    status: 'stored',
  });
  expect(rows.map(({ message }) => message)).toEqual(['Dear Asha Rao: D2', 'Dear Asha Rao: D1']);
  const wrong = await refusal(sender.call(communicationDashboard.sendRcs, { loanIds: [1], templateId }));
  expect(wrong.body.fields).toEqual([expect.objectContaining({ path: 'templateId', fault: 'unknown' })]);
  const gone = await refusal(sender.call(communicationDashboard.sendSms, { loanIds: [1, 999], templateId }));
  expect(gone.body.code).toBe('NOT_FOUND');
});

test('sending needs both flags, looking one', async () => {
  const half = await server.as('upload_communications_file');
  const asked = { loanIds: [1], templateId: 1 };
  for (const who of [half, admin])
    expect((await refusal(who.call(communicationDashboard.startIvr, asked))).body.code).toBe('FORBIDDEN');
  expect((await refusal(half.call(communicationDashboard.list, {}))).body.code).toBe('FORBIDDEN');
});

test('closed loans become inactive, and are reported once', async () => {
  expect(await admin.call(communicationDashboard.deactivate, { loanIds: [5] })).toEqual({ changed: 1 });
  expect(await admin.call(communicationDashboard.deactivate, { loanIds: [5] })).toEqual({ changed: 0 });
  expect((await admin.call(loans.one, { id: '5' }))?.isActive).toBe(false);
  expect(
    (await refusal(admin.call(communicationDashboard.deactivate, { loanIds: [5, 998] }))).body.code,
  ).toBe('NOT_FOUND');
});

test('concurrent and duplicate requests queue a message once', async () => {
  const made = await sender.call(templates.create, {
    channel: 'rcs',
    name: 'Rich',
    message: 'Dear {{name}}',
  });
  const templateId = made?.id ?? 0;
  const send = () => sender.call(communicationDashboard.sendRcs, { loanIds: [1, 2], templateId });
  const sent = await Promise.all([send(), send()]);
  expect(sent.map((one) => one?.sent ?? 0).toSorted((a, b) => a - b)).toEqual([0, 2]);
  const waits = () =>
    server.database.rows<{ n: number }>(
      sql`select count(*)::int as n from messages where channel = 'rcs' and status = 'stored' group by loan_id order by loan_id`,
    );
  expect(await waits()).toEqual([{ n: 1 }, { n: 1 }]);
  const fileKey = await deliver(sender, 'LOAN NUMBER\nD1\nD5\nD5\n');
  const asked = { fileKey, type: 'IMPORT_MESSAGE_FILE', clientId: 1, portfolioId: 1 } as const;
  const job = await sender.call(files.parse, { ...asked, rcsSend: true, rcsTemplateId: templateId });
  await ended(sender, job?.id ?? 0);
  expect(await waits()).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
});
