/** Data of an agency's phones is invalid for its successor at the host. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '../../src/kernel/contract/session.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { remove } from '../../src/tools/agencies/end.ts';
import { turn } from '../../src/tools/agencies/keep.ts';
import { type Caller, makePerson, signIn } from '../kit.ts';
import { addLoan, deviceOf, followUp } from '../sync/phone.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';

const host = '127.0.0.2';
let node: TestNode;
let first: TestAgency;

beforeAll(async () => {
  node = await bootNode();
  first = await node.add('asha', host);
});
afterAll(() => node.stop());

/** An agent with one loan; in a new agency both have the numbers that those of the agency before had. */
async function atWork({ database, url }: TestAgency): Promise<{ agent: Caller; loanId: number }> {
  const agent = await signIn(database, url, await makePerson(database, { roleType: 'agent' }));
  return { agent, loanId: await addLoan({ database } as Parameters<typeof addLoan>[0], agent.id) };
}
const agencyOf = async (agent: Caller): Promise<string> => (await agent.call(session.access, {})).agency;

async function deleted({ name, url, database }: TestAgency): Promise<void> {
  await database.end();
  await node.run((hands) => turn(hands, name, 'suspended'));
  await node.served(url, 503);
  await node.run((hands) => remove(hands, name, { really: name, to: node.env['DATA_DIR'] ?? '' }));
  await node.served(url, 404);
}

test('entries of a deleted agency are applied in no other, even with equal ids', async () => {
  const before = await atWork(first);
  const { deviceId, item } = deviceOf(before.agent);
  const agency = await agencyOf(before.agent);
  const { epoch } = await before.agent.call(sync.receipts, { deviceId });
  const waiting = await item(followUp(before.loanId, 'of the agency before'));
  await deleted(first);

  const second = await node.add('bandhu', host);
  const after = await atWork(second);
  expect([after.agent.id, after.loanId]).toEqual([before.agent.id, before.loanId]);
  expect(await agencyOf(after.agent)).not.toBe(agency);
  const send = (known: string) =>
    after.agent.call(sync.batch, {
      deviceId,
      sentAt: new Date().toISOString(),
      items: [waiting],
      epoch: known,
      agency,
    });
  const answers = [];
  // Like the phone: after an epoch mismatch it resends to the new database.
  for (let i = 0, known = epoch; i < 2; i += 1) {
    const reply = await send(known);
    known = reply.epoch || known;
    answers.push(...reply.answers.map(({ status, code }) => [status, code]));
  }
  expect(answers).toEqual([
    [403, 'ACTOR_MISMATCH'],
    [403, 'ACTOR_MISMATCH'],
  ]);
  expect(await second.database.rows(sql`select from borrower_dispositions`)).toEqual([]);
  expect(await second.database.rows(sql`select from sync_reviews`)).toEqual([]);
});
