/** Numbers and tags that were changed on a phone and arrive later (offline.md A.7). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SyncAnswer } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { type Written, addLoan, days, deviceOf } from './phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;
const run = (statement: Fragment): Promise<number> => server.database.run(statement);

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead' });
  const flags = ['add_borrower_tag', 'remove_borrower_tag'] as const;
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id, flags: [...flags] });
  other = await server.person({ roleType: 'agent', reportingTo: lead.id });
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  device = deviceOf(agent);
  await run(sql`
    update loans set alternate_contact1 = '9000000001', alternate_contact2 = null,
      other_mobiles = array['9000000011', '9000000012'] where id = ${loanId}`);
});

async function said(input: Record<string, unknown>, o: Written): Promise<SyncAnswer> {
  const [answer] = await device.send([await device.item(input, { lane: `loan:${loanId}`, ...o })]);
  if (!answer) throw new Error('not answered');
  return answer;
}
const edit = (input: object, o: Written = {}): Promise<SyncAnswer> =>
  said({ id: String(loanId), ...input }, { cmd: loans.edit.name, ...o });
const tie = (name: string, o: Written = {}): Promise<SyncAnswer> =>
  said({ loanId, name }, { cmd: loans.tag.name, ...o });
const untie = (id: string): Promise<SyncAnswer> => said({ id, loanId }, { cmd: loans.untag.name });
const codes = ({ notices = [] }: SyncAnswer): string[] => notices.map(({ code }) => code);
const numbers = () =>
  server.database.one(sql`
    select alternate_contact1 as first, alternate_contact2 as second, other_mobiles as others from loans where id = ${loanId}`);

describe('a number changed on a phone', () => {
  test('is applied where it is what its author saw', async () => {
    const answer = await edit({
      alternateContact1: '9111111111',
      was: { alternateContact1: 'XXXXXX0001' },
    });
    expect([answer.status, answer.verdict, answer.row]).toEqual([200, 'APPLIED', { id: loanId }]);
    expect(await numbers()).toMatchObject({ first: '9111111111', second: null });
  });
  test('a conflicting change is reviewed with both values, and applied on acceptance', async () => {
    await run(sql`update loans set alternate_contact1 = '9222222222' where id = ${loanId}`);
    const answer = await edit({
      alternateContact1: '9111111111',
      was: { alternateContact1: 'XXXXXX0001' },
    });
    expect([answer.verdict, codes(answer)]).toEqual(['NEEDS_REVIEW', ['CONTACT_DIFFERS']]);
    expect(await numbers()).toMatchObject({ first: '9222222222' });
    const { rows } = await lead.call(syncReviews.list, { state: 'open' });
    const review = rows.find((row) => row.cmd === loans.edit.name);
    expect(review?.differences).toEqual([
      { field: 'alternateContact1', wanted: 'XXXXXX1111', found: 'XXXXXX2222' },
    ]);
    await lead.call(syncReviews.accept, { id: String(review?.id) });
    expect(await numbers()).toMatchObject({ first: '9111111111' });
  });
  test('an already equal value needs no review', async () => {
    await run(sql`update loans set alternate_contact1 = '9111111111' where id = ${loanId}`);
    const answer = await edit({
      alternateContact1: '9111111111',
      was: { alternateContact1: 'XXXXXX0001' },
    });
    expect(answer.verdict).toBe('APPLIED');
  });
  test('is added to and removed from the others, whatever changed in the list', async () => {
    await run(sql`update loans set other_mobiles = other_mobiles || '9000000013'::text where id = ${loanId}`);
    const change = { addMobiles: ['9333333333', '9000000012'], removeMobiles: ['XXXXXX0011', 'XXXXXX9999'] };
    expect((await edit(change)).verdict).toBe('APPLIED');
    expect(await numbers()).toMatchObject({ others: ['9000000012', '9000000013', '9333333333'] });
    await edit(change);
    expect(await numbers()).toMatchObject({ others: ['9000000012', '9000000013', '9333333333'] });
  });
  test('never leaves the list empty', async () => {
    const answer = await edit({ removeMobiles: ['XXXXXX0011', 'XXXXXX0012'] });
    expect([answer.status, answer.code, answer.fields?.[0]?.path]).toEqual([
      422,
      'INVALID_INPUT',
      'removeMobiles',
    ]);
  });
  test('of a reassigned loan is applied, and its author is notified without access', async () => {
    await run(sql`update loans set assignee_id = ${other.id} where id = ${loanId}`);
    await run(
      sql`insert into loan_assignments (loan_id, user_id, at) values (${loanId}, ${other.id}, ${days(-1)})`,
    );
    const answer = await edit({ alternateContact2: '9444444444' }, { at: days(-2) });
    expect([codes(answer), answer.row]).toEqual([['REASSIGNED'], { id: loanId }]);
    expect((await edit({ alternateContact2: '9555555555' })).code).toBe('NOT_YOURS');
    expect(await numbers()).toMatchObject({ second: '9444444444' });
  });
  test('is rejected immediately for online callers with a stale value; no key is needed', async () => {
    const tried = agent.call(loans.edit, {
      id: String(loanId),
      alternateContact1: '9111111111',
      was: { alternateContact1: 'XXXXXX7777' },
    });
    expect((await refusal(tried)).body.code).toBe('CHANGED_MEANWHILE');
    const plain = await agent.fetch(`/api/loans/${loanId}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ alternateContact2: '9666666666' }),
    });
    expect(plain.status).toBe(200);
  });
});

describe('a tag', () => {
  const tags = () =>
    server.database.rows<{ name: string; id: string }>(
      sql`select name, u_id as id from loan_tags where loan_id = ${loanId} order by name`,
    );
  test('tied on a phone is there once, however often it is tied', async () => {
    expect((await tie('Legal')).verdict).toBe('APPLIED');
    expect((await tie('legal')).verdict).toBe('APPLIED');
    expect((await tags()).map(({ name }) => name)).toEqual(['Legal']);
  });
  test('removed twice is removed', async () => {
    await tie('Legal');
    const [tag] = await tags();
    const id = tag?.id ?? '';
    expect([(await untie(id)).verdict, (await untie(id)).verdict]).toEqual(['APPLIED', 'APPLIED']);
    expect(await tags()).toEqual([]);
  });
  test('with an inactive tag is attached, an unknown one is reviewed', async () => {
    await run(sql`insert into option_values (set, name, is_active) values ('tag', 'Out of use', false)`);
    expect(codes(await tie('Out of use'))).toEqual(['MASTER_RETIRED']);
    expect(codes(await tie('Never was'))).toEqual(['MASTER_UNKNOWN']);
    expect((await refusal(agent.call(loans.tag, { loanId, name: 'Out of use' }))).body.code).toBe(
      'INVALID_INPUT',
    );
  });
  test('by a user without permission is reviewed', async () => {
    loanId = await addLoan(server, other.id);
    device = deviceOf(other);
    expect(codes(await tie('Legal'))).toEqual(['ROLE_LOST']);
    expect(await tags()).toEqual([]);
  });
});
