/** A photo belongs to its visit: while a team leader decides whether that counts, it waits with it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { addLoan, bootTeam, days, deviceOf } from './phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;

beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  device = deviceOf(agent);
  // Nobody was to contact them when the visit was made: a team leader looks at it.
  await server.database.run(sql`update loans set is_dnc = true where id = ${loanId}`);
  await server.database.run(
    sql`insert into dnc_numbers (loan_id, mobile, status, updated_at) values (${loanId}, '9876543210', 'active', ${days(-3)})`,
  );
});

const data = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)]).toString('base64');

async function delivered() {
  const visitKey = randomUUID();
  const visit = { loanId, visitKey, outcome: 'met', place: 'none' };
  const answers = [
    ...(await device.send([await device.item(visit, { cmd: visits.record.name })])),
    ...(await device.send([
      await device.item({ loanId, visitKey, data }, { cmd: visits.photo.name, lane: `photo:${loanId}` }),
    ])),
  ];
  const { rows } = await lead.call(syncReviews.list, { state: 'open' });
  const mine = rows.filter((row) => row.loan?.id === loanId);
  const idOf = (cmd: string): string => String(mine.find((row) => row.cmd === cmd)?.id);
  return { answers, mine, visit: idOf(visits.record.name), photo: idOf(visits.photo.name) };
}
const seen = async () => (await lead.call(visits.list, { loanId })).rows.map(({ hasPhoto }) => hasPhoto);
const open = async () =>
  (await lead.call(syncReviews.list, { state: 'open' })).rows.filter((row) => row.loan?.id === loanId).length;

test('it is kept with the visit, and goes by itself when that is accepted', async () => {
  const { answers, mine, visit } = await delivered();
  expect(answers.map(({ verdict, notices }) => [verdict, notices?.map(({ code }) => code)])).toEqual([
    ['NEEDS_REVIEW', ['DNC_BEFORE']],
    ['NEEDS_REVIEW', ['VISIT_IN_REVIEW']],
  ]);
  expect(JSON.stringify(mine)).not.toContain(data.slice(0, 60));
  await lead.call(syncReviews.accept, { id: visit });
  expect([await seen(), await open()]).toEqual([[true], 0]);
});

test('it is given up with the visit', async () => {
  const { visit } = await delivered();
  await lead.call(syncReviews.reject, { id: visit, note: 'Not on this day' });
  expect([await seen(), await open()]).toEqual([[], 0]);
});
