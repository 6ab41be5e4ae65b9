/** A photo belongs to its visit: it is pending during the visit's review. */
import { createHash, randomUUID } from 'node:crypto';
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
  // DNC at the time of the visit: reviewed by a team leader.
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

test('a photo is stored with the visit, and released automatically on acceptance', async () => {
  const { answers, mine, visit } = await delivered();
  expect(answers.map(({ verdict, notices }) => [verdict, notices?.map(({ code }) => code)])).toEqual([
    ['NEEDS_REVIEW', ['DNC_BEFORE']],
    ['NEEDS_REVIEW', ['VISIT_IN_REVIEW']],
  ]);
  expect(JSON.stringify(mine)).not.toContain(data.slice(0, 60));
  await lead.call(syncReviews.accept, { id: visit });
  expect([await seen(), await open()]).toEqual([[true], 0]);
});

test('a photo is discarded with the visit', async () => {
  const { visit } = await delivered();
  await lead.call(syncReviews.reject, { id: visit, note: 'Not on this day' });
  expect([await seen(), await open()]).toEqual([[], 0]);
});

test('a multi-part photo is one review, and complete once its visit is accepted', async () => {
  const visitKey = randomUUID();
  const visit = { loanId, visitKey, outcome: 'met', place: 'none' };
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(80_000, 7)]);
  const digest = createHash('sha256').update(photo).digest('hex');
  const parts = [0, 1, 2].map((part) => ({
    loanId,
    visitKey,
    data: photo.subarray(part * 30_000, (part + 1) * 30_000).toString('base64'),
    part,
    parts: 3,
    digest,
  }));
  await device.send([await device.item(visit, { cmd: visits.record.name })]);
  const entry = (part: object) =>
    device.item({ ...part }, { cmd: visits.photo.name, lane: `photo:${loanId}` });
  const [first, second, third] = await Promise.all(parts.map(entry));
  // Interrupted after two parts; the third arrives after acceptance.
  for (const answer of await device.send([first, second].filter((one) => one !== undefined)))
    expect(answer).toMatchObject({ verdict: 'NEEDS_REVIEW' });
  expect(await open()).toBe(2);
  const { rows } = await lead.call(syncReviews.list, { state: 'open' });
  const review = rows.find((row) => row.loan?.id === loanId && row.cmd === visits.record.name);
  await lead.call(syncReviews.accept, { id: String(review?.id) });
  expect([await seen(), await open()]).toEqual([[false], 0]);
  expect(await device.send([third].filter((one) => one !== undefined))).toMatchObject([{ status: 200 }]);
  expect(await seen()).toEqual([true]);
});
