import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let asha: Caller;
let other: Caller;

const secrets = [
  '9876541001',
  '9123451001',
  '9000011111',
  '9000022222',
  'ABCPK1234F',
  '123412341234',
  '9444441001',
];

beforeAll(async () => {
  server = await boot();
  admin = await server.as('view_borrower_history', 'reveal_contact');
  lead = await server.person({ roleType: 'tech_lead' });
  asha = await server.person({ roleType: 'agent', reportingTo: lead.id, flags: ['view_borrower_history'] });
  other = await server.person({ roleType: 'agent' });
  const { database } = server;
  await database.run(sql`insert into borrowers (id, client_id, client_borrower_id, name, pan, aadhar, email, voter_id)
    values (1, 1, 'CB1', 'Imran Lepcha', 'ABCPK1234F', '123412341234', 'imran@mail.example', 'XY12'),
      (2, 1, 'CB2', 'Mina Rai', null, null, null, null), (3, 1, 'CB3', 'Tara Das', null, null, null, null)`);
  await database.run(
    sql`insert into loan_groups (id, client_id, group_id, name, leader_id) values (7, 1, 'G7', 'Rose', 1)`,
  );
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, alternate_contact1,
      other_mobiles, loan_group_id, total_outstanding, is_active, gold_quantity, gold_valuation)
    values (1001, 1, 1, 1, 'LN-1001', ${asha.id}, '9876541001', '9123451001', '{9000011111,9000022222}', 7, 100, true, 12.5, 50000),
      (1002, 1, 1, 1, 'LN-1002', ${asha.id}, '9876541002', null, '{}', 7, 500, false, null, null),
      (1003, 1, 1, 1, 'LN-1003', ${other.id}, '9876541003', null, '{}', null, 900, true, null, null),
      (1004, 1, 1, 2, 'LN-1004', ${asha.id}, '9876541004', null, '{}', 7, 300, true, null, null),
      (1005, 1, 1, 3, 'LN-1005', ${other.id}, '9876541005', null, '{}', 7, 300, true, null, null)`);
  await database.run(sql`insert into loan_participants (id, loan_id, type, name, mobile, pan) values
    (1, 1001, 'Reference', 'Ravi', '9444441001', null), (2, 1001, 'CoApplicant', 'Sita', null, 'ABCPK1234F')`);
  await changePayments(
    database,
    sql`insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode, status) values
    (1001, ${asha.id}, 10000, '2026-10-05', true, 'DISPOSITION', 'Cash', 'success'),
    (1001, ${asha.id}, 5000, '2026-10-05', false, 'DISPOSITION', 'Cash', 'success'),
    (1001, ${asha.id}, 7000, '2026-10-31', true, 'DISPOSITION', 'Cash', 'success'),
    (1001, ${asha.id}, 9900, '2026-09-30', true, 'DISPOSITION', 'Cash', 'success'),
    (1001, ${asha.id}, 111100, '2026-10-07', true, 'DISPOSITION', 'Cash', 'failed')`,
  );
});
afterAll(() => server.stop());

test('a borrower’s loans are those the caller sees, active ones first', async () => {
  const of = async (who: Caller) => (await who.call(loans.ofBorrower, { id: '1' })).map(({ id }) => id);
  expect(await of(asha)).toEqual([1001, 1002]);
  expect(await of(other)).toEqual([1003]);
  expect(await of(admin)).toEqual([1003, 1001, 1002]);
  expect((await refusal(other.call(loans.ofBorrower, { id: '2' }))).body.code).toBe('NOT_FOUND');
  const hasOthers = async (who: Caller, id: string) => (await who.call(loans.one, { id })).hasOthers;
  expect(await hasOthers(asha, '1001')).toBe(true);
  // Another agent's loans of the borrower are not revealed.
  expect(await hasOthers(other, '1003')).toBe(false);
  expect(await hasOthers(asha, '1004')).toBe(false);
});

test('a profile is complete without contact or identity data', async () => {
  const one = await asha.call(loans.one, { id: '1001' });
  expect(one).toMatchObject({
    otherMobiles: ['XXXXXX1111', 'XXXXXX2222'],
    gold: { quantity: 12.5, purity: null, valuation: 500 },
    callCount: 0,
    smsCount: 0,
  });
  expect((await asha.call(loans.one, { id: '1002' })).gold).toBeNull();
  const borrower = await asha.call(loans.borrower, { id: '1' });
  expect(borrower).toMatchObject({
    name: 'Imran Lepcha',
    pan: 'ABCXXXXXXF',
    aadhar: 'XXXX1234',
    voterId: 'XXXX',
    email: 'i***@mail.example',
    loans: [
      { id: 1001, loanNumber: 'LN-1001' },
      { id: 1002, loanNumber: 'LN-1002' },
    ],
  });
  const beside = await asha.call(loans.participants, { loanId: 1001 });
  expect(beside.map(({ type, mobile }) => [type, mobile])).toEqual([
    ['CoApplicant', null],
    ['Reference', 'XXXXXX1001'],
  ]);
  const contacts = await asha.call(loans.contacts, { loanId: 1001 });
  expect(contacts.map(({ contact, mobile }) => [contact, mobile])).toEqual([
    ['mobile', 'XXXXXX1001'],
    ['alternateContact1', 'XXXXXX1001'],
    ['otherMobiles.0', 'XXXXXX1111'],
    ['otherMobiles.1', 'XXXXXX2222'],
    ['participant.1', 'XXXXXX1001'],
  ]);
  const byNumber = await asha.call(loans.mobileNumbers, { loanNumber: 'LN-1001' });
  expect(byNumber).toEqual(contacts.map((one) => ({ loanId: 1001, ...one })));
  const text = JSON.stringify([one, borrower, beside, contacts]);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('payments are listed by month and by day; failed ones are not', async () => {
  const months = await asha.call(payments.months, { loanId: 1001 });
  expect(months).toMatchObject({
    count: 2,
    rows: [
      { month: 10, year: 2026, realizedPaymentAmount: 170, unrealizedPaymentAmount: 50 },
      { month: 9, year: 2026, realizedPaymentAmount: 99, unrealizedPaymentAmount: 0 },
    ],
  });
  expect((await asha.call(payments.months, { loanId: 1001, page: 2, size: 1 })).rows[0]?.month).toBe(9);
  expect(await asha.call(payments.days, { loanId: 1001, month: 10, year: 2026 })).toEqual([
    { paymentDate: '2026-10-31', realizedAmount: 70, unRealizedAmount: 0 },
    { paymentDate: '2026-10-05', realizedAmount: 100, unRealizedAmount: 50 },
  ]);
});

test("another's loan has no months, users, numbers, groups or history", async () => {
  const tries = [
    () => other.call(payments.months, { loanId: 1001 }),
    () => other.call(payments.days, { loanId: 1001, month: 10, year: 2026 }),
    () => other.call(loans.participants, { loanId: 1001 }),
    () => other.call(loans.contacts, { loanId: 1001 }),
    () => other.call(loans.mobileNumbers, { loanNumber: 'LN-1001' }),
    () => other.call(loans.groups, { loanId: 1001 }),
    () => other.call(loans.allocations, { id: '1001' }),
    () => other.call(loans.borrower, { id: '2' }),
    () => other.call(loans.edit, { id: '1001', alternateContact2: '9000000009' }),
    () => other.call(loans.lead, { id: '7', leaderId: 1 }),
  ];
  for (const tried of tries) expect((await refusal(tried())).body.code).toBe('NOT_FOUND');
});

test('a group shows what the caller sees of it, and its leader can be changed to one of them', async () => {
  const [group] = await asha.call(loans.groups, { loanId: 1001 });
  expect(group).toMatchObject({ groupId: 'G7', name: 'Rose', leaderId: 1, loanGroupIds: [1001, 1002, 1004] });
  expect((await refusal(asha.call(loans.lead, { id: '7', leaderId: 3 }))).body.code).toBe('NOT_FOUND');
  await asha.call(loans.lead, { id: '7', leaderId: 2 });
  expect((await asha.call(loans.groups, { loanId: 1001 }))[0]?.leaderId).toBe(2);
  // Admins are read-only; they work no loans.
  expect((await refusal(admin.call(loans.lead, { id: '7', leaderId: 1 }))).body.code).toBe('FORBIDDEN');
});

test('numbers are changed while masked: masked values remain unchanged', async () => {
  const changed = await asha.call(loans.edit, {
    id: '1001',
    alternateContact2: '9555555555',
    otherMobiles: ['XXXXXX2222', '9666666666'],
  });
  expect(changed).toMatchObject({
    alternateContact2: 'XXXXXX5555',
    otherMobiles: ['XXXXXX2222', 'XXXXXX6666'],
  });
  const row = await server.database.one<{ other: string[] }>(
    sql`select other_mobiles as other, alternate_contact1 from loans where id = 1001`,
  );
  expect(row).toEqual({ other: ['9000022222', '9666666666'], alternate_contact1: '9123451001' });
});

test.each([
  [{ alternateContact1: '12345' }, 'alternateContact1'],
  [{ alternateContact1: '98765432101' }, 'alternateContact1'],
  [{ otherMobiles: [] }, 'otherMobiles'],
  [{ otherMobiles: ['XXXXXX9999'] }, 'otherMobiles.0'],
])('%j is rejected', async (edit, path) => {
  const { body } = await refusal(asha.call(loans.edit, { id: '1001', ...edit }));
  expect(body.fields?.map((field) => field.path)).toEqual([path]);
});

test('revealing a number needs permission, a reason and a rate limit; its trace omits the number', async () => {
  const seen = await admin.call(loans.reveal, {
    id: '1001',
    contact: 'mobile',
    reason: 'Asked to call back',
  });
  expect(seen).toEqual({ contact: 'mobile', mobile: '9876541001', left: 19 });
  const ravi = await admin.call(loans.reveal, { id: '1001', contact: 'participant.1', reason: 'Reference' });
  expect(ravi.mobile).toBe('9444441001');
  expect(
    (await refusal(asha.call(loans.reveal, { id: '1001', contact: 'mobile', reason: 'x' }))).status,
  ).toBe(403);
  expect(
    (await refusal(admin.call(loans.reveal, { id: '1001', contact: 'mobile', reason: ' ' }))).status,
  ).toBe(422);
  const none = admin.call(loans.reveal, { id: '1002', contact: 'otherMobiles.0', reason: 'x' });
  expect((await refusal(none)).body.code).toBe('NOT_FOUND');
  const events = await server.database.rows<{ facts: object }>(
    sql`select facts from event where type = 'loans.revealed' order by id`,
  );
  expect(events.map(({ facts }) => facts)).toEqual([
    { contact: 'mobile', reason: 'Asked to call back' },
    { contact: 'participant.1', reason: 'Reference' },
  ]);
  const asked = Array.from({ length: 25 }, () =>
    admin.call(loans.reveal, { id: '1001', contact: 'mobile', reason: 'Again' }).then(
      () => 'shown',
      () => 'refused',
    ),
  );
  expect((await Promise.all(asked)).filter((said) => said === 'shown')).toHaveLength(18);
  const late = await refusal(admin.call(loans.reveal, { id: '1001', contact: 'mobile', reason: 'Again' }));
  expect(late.body.code).toBe('TOO_MANY_REQUESTS');
});

test('history lists events, newest first, for permitted readers', async () => {
  const { rows, count } = await asha.call(loans.history, { id: '1001' });
  expect(count).toBe(rows.length);
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['reveal', 'contacts', 'payment']));
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const page = await asha.call(loans.history, { id: '1001', page: 2, size: 3 });
  expect(page.rows).toEqual(rows.slice(3, 6));
  expect(page.count).toBe(count);
  expect((await refusal(lead.call(loans.history, { id: '1001' }))).body.code).toBe('FORBIDDEN');
});

test('a loan is found by a complete number', async () => {
  expect((await asha.call(loans.byMobile, { mobile: '9876541001' })).map(({ id }) => id)).toEqual([1001]);
  expect(await other.call(loans.byMobile, { mobile: '9876541001' })).toEqual([]);
});

test('several profiles are read at once, those of others omitted', async () => {
  const rows = await asha.call(loans.details, { ids: '1004,1001,1003' as never });
  expect(rows.map(({ loanNumber }) => loanNumber)).toEqual(['LN-1001', 'LN-1004']);
  expect(rows[0]).toEqual(await asha.call(loans.one, { id: '1001' }));
  const many = Array.from({ length: 201 }, (_, i) => i + 1).join(',');
  expect((await refusal(asha.call(loans.details, { ids: many as never }))).body.code).toBe('INVALID_INPUT');
});

test('a loan shows how often its borrower was contacted; queued contacts are excluded', async () => {
  const before = await asha.call(loans.communicationCount, { loanId: 1004 });
  await server.database.run(sql`insert into messages (loan_id, channel, message, status) values
    (1004, 'rcs', 'r', 'sent'), (1004, 'sms', 'one', 'sent'), (1004, 'sms', 'two', 'read'), (1004, 'ivr', 'a', 'failed'), (1004, 'whatsApp', 'b', 'stored')`);
  const counts = { ...before, smsCount: 2, ivrCount: 1, rcsCount: 1, whatsappCount: 0 };
  expect(await asha.call(loans.communicationCount, { loanId: 1004 })).toEqual(counts);
  expect(await asha.call(loans.one, { id: '1004' })).toMatchObject(counts);
  expect((await refusal(other.call(loans.communicationCount, { loanId: 1004 }))).body.code).toBe('NOT_FOUND');
});
