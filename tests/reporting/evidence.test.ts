/** Evidence of a borrower: all that happened, in order, for those with the permission, and it says that it was made. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints } from '../../src/contexts/complaints/contract/complaints.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { evidence } from '../../src/contexts/reporting/contract/evidence.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { verify } from '../../src/tools/evidence-verify.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { addLoan } from '../sync/phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let borrowerId = 0;

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['export_evidence', 'reveal_contact'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  borrowerId = (await lead.call(loans.one, { id: String(loanId) })).borrowerId;
});
afterAll(() => server.stop());

const make = async (o: object = {}, who = lead) => {
  const made = await who.call(evidence.make, { borrowerId, form: 'csv', ...o } as never);
  return { ...made, bytes: Buffer.from(made.file, 'base64') };
};

test('calls, holds, complaints and reveals are in it in order, masked, and it verifies without product or database', async () => {
  const reasons = await agent.call(loanHolds.reasons, { loanId });
  const medical = reasons.find(({ name }) => name === 'Medical emergency');
  await agent.call(loanHolds.place, { loanId, reasonId: medical?.id ?? 0, note: 'In hospital' });
  const { id } = await agent.call(complaints.take, { loanId, kind: 'amount', words: 'The fee is wrong' });
  await lead.call(complaints.act, { id: String(id), act: 'answer', words: 'It was taken back' });
  await lead.call(loans.reveal, { id: String(loanId), contact: 'mobile', reason: 'Asked by the court' });
  await server.database
    .run(sql`insert into payments (loan_id, amount, payment_date, realized, source, transaction_id)
    values (${loanId}, 150000, current_date, true, 'PAYMENT_FILE', 'UTR1')`);
  await server.database
    .run(sql`insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed, rule)
    values (now(), ${loanId}, ${agent.id}, 'call', 'mobile', false, 'rests')`);
  const { bytes, rows } = await make();
  const text = bytes.toString('utf8');
  for (const word of [
    'In hospital',
    'The fee is wrong',
    'It was taken back',
    'Asked by the court',
    'UTR1',
    'call refused',
    '"Open complaint',
  ])
    expect(text.includes(word.replace('"', '')), word).toBe(true);
  const mobile =
    (await server.database.one<{ m: string }>(sql`select mobile as m from loans where id = ${loanId}`))?.m ??
    '';
  expect(text).not.toContain(mobile);
  const times = [...text.matchAll(/^\d+,"([^"]+)"/gm)].slice(1).map(([, at = '']) => at);
  expect(times).toEqual(times.toSorted());
  const { key } = await server.anonymous.call(evidence.key, {});
  expect(verify(bytes, key)).toMatchObject({ is: 'whole', rows: rows + 1 });
  const file = join(server.folder, 'evidence.csv');
  await writeFile(file, bytes);
  const tool = join(import.meta.dirname, '../../src/tools/evidence-verify.ts');
  const run = (path: string) =>
    promisify(execFile)(process.execPath, [tool, path], { env: {}, cwd: server.folder });
  expect((await run(file)).stdout).toContain('Whole: ');
  await writeFile(file, text.replace('It was taken back', 'It was token back'));
  await expect(run(file)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Changed: row ') as string,
  });
});

test('of a complaint it is the same, as pages too', async () => {
  const { id } = await agent.call(complaints.take, { loanId, kind: 'conduct', words: 'He shouted' });
  const { bytes, type } = await make({ borrowerId: undefined, complaintId: id, form: 'pdf' });
  expect([type, verify(bytes).is]).toEqual(['application/pdf', 'whole']);
});

test('only with the permission, only of whom one sees, and it is in the audit', async () => {
  expect((await refusal(make({}, agent))).status).toBe(403);
  const stranger = await server.person({ roleType: 'tech_lead', flags: ['export_evidence'] });
  expect((await refusal(make({}, stranger))).body.code).toBe('NOT_FOUND');
  const lender = await server.person({ roleType: 'client', clientId: 1, flags: ['export_evidence'] });
  expect((await refusal(make({}, lender))).body.code).toBe('NOT_FOUND');
  expect((await refusal(make({ borrowerId: undefined }))).body.code).toBe('INVALID_INPUT');
  const { id } = await agent.call(complaints.take, {
    loanId,
    kind: 'conduct',
    words: 'She shouted',
    aboutId: lead.id,
  });
  expect((await refusal(make({ borrowerId: undefined, complaintId: id }))).body.code).toBe('NOT_FOUND');
  const event = await server.database.one(sql`select actor_id::int as who, entity_id::int as id from event
    where type = 'evidence.made' order by id desc limit 1`);
  expect(event).toEqual({ who: lead.id, id: borrowerId });
});
