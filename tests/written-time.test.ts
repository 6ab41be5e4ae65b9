/** Entries recorded offline and delivered later are shown with their recording time everywhere. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activity } from '../src/contexts/reporting/contract/activity.ts';
import { borrowerDispositions } from '../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '../src/contexts/lenders/contract/dispositions.ts';
import { files } from '../src/contexts/files/contract/files.ts';
import { loans } from '../src/contexts/loans/contract/loans.ts';
import { settlements } from '../src/contexts/settlements/contract/settlements.ts';
import { sync } from '../src/contexts/sync/contract/sync.ts';
import { visits } from '../src/contexts/work/contract/visits.ts';
import { sql } from '../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from './kit.ts';
import { addLoan, days, deviceOf } from './sync/phone.ts';

const indian = (moment: Date | string): string =>
  new Date(new Date(moment).getTime() + 330 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
/** 18:12 of yesterday in India. */
const day = indian(days(-1)).slice(0, 10);
const today = indian(new Date()).slice(0, 10);
const at = new Date(`${day}T18:12:00+05:30`);
const told = `${day} 18:12`;

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;

const promised = (amount: number) => ({
  dispositionId: dispositionIds.PTP,
  amount,
  ptpDate: indian(days(3)).slice(0, 10),
  followUpDate: days(2).toISOString(),
});

beforeAll(async () => {
  server = await boot();
  const flags = [
    'view_borrower_history',
    'export_summary',
    'list_export_files',
    'settlement_history',
    'add_borrower_tag',
    'remove_borrower_tag',
  ] as const;
  lead = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id, flags });
  loanId = await addLoan(server, agent.id);
  await server.database.run(sql`update loans set principal_outstanding = 900000 where id = ${loanId}`);
  const other = await addLoan(server, agent.id);
  const { item, send } = deviceOf(agent);
  const entry = (input: object, cmd?: string) =>
    item(
      { ...(cmd === loans.edit.name ? {} : { loanId }), ...input },
      { at, lane: `loan:${loanId}`, ...(cmd ? { cmd } : {}) },
    );
  const answers = await send([
    await entry(promised(500)),
    await entry({
      dispositionId: dispositionIds.FinalSettlement,
      amount: 5000,
      settlementDate: indian(days(5)).slice(0, 10),
      followUpDate: days(2).toISOString(),
    }),
    await entry({ name: 'Legal' }, loans.tag.name),
    await entry({ id: String(loanId), alternateContact1: '9111111111' }, loans.edit.name),
    await entry({ visitKey: crypto.randomUUID(), outcome: 'locked', place: 'none' }, visits.record.name),
  ]);
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [200, undefined]));
  // Written today, before what waited arrived.
  await agent.call(borrowerDispositions.record, {
    loanId: other,
    dispositionId: dispositionIds.Followup,
    followUpDate: days(1).toISOString(),
  });
});
afterAll(() => server.stop());

test('in the history of the loan, each of them', async () => {
  const { rows } = await lead.call(loans.history, { id: String(loanId) });
  const late = rows.filter(({ kind }) => kind !== 'assigned');
  expect(new Set(late.map(({ kind }) => kind))).toEqual(
    new Set(['contacts', 'disposition', 'tagged', 'visit']),
  );
  expect(late.map((row) => indian(row.at))).toEqual(late.map(() => told));
});

test('in lists of dispositions, as their sort and filter', async () => {
  const { rows } = await lead.call(borrowerDispositions.list, {});
  expect(rows.map((row) => indian(row.createdAt) === told)).toEqual([false, true, true]);
  const ofDay = async (startDate: string, endDate: string) =>
    (await lead.call(borrowerDispositions.list, { startDate, endDate })).count;
  expect([await ofDay(day, day), await ofDay(today, today)]).toEqual([2, 1]);
  const oldest = await lead.call(borrowerDispositions.list, { sort: 'createdAt' });
  expect(indian(oldest.rows[0]?.createdAt ?? '')).toBe(told);
});

test('in the requested settlement, and in its timeline', async () => {
  const { rows } = await lead.call(settlements.list, {});
  expect(rows.map((row) => indian(row.createdAt))).toEqual([told]);
  const steps = await lead.call(settlements.history, { id: String(rows[0]?.id) });
  expect(indian(steps[0]?.createdAt ?? '')).toBe(told);
});

test('in the figures of the day: what was written yesterday is no work of today', async () => {
  const mine = await agent.call(activity.mine, {});
  expect(mine.find(({ id }) => id === 'promises')?.ftd).toBe(0);
  expect(mine.find(({ id }) => id === 'followUps')?.ftd).toBe(1);
});

test('on the phone: the promise that was written last, not the one that arrived last', async () => {
  const promise = async (when: Date, amount: number) => {
    const { item, send } = deviceOf(agent);
    const one = await item({ loanId, ...promised(amount) }, { at: when });
    expect((await send([one]))[0]?.status).toBe(200);
  };
  await promise(new Date(at.getTime() + 120_000), 700);
  await promise(new Date(at.getTime() + 60_000), 600);
  const { loans: kept } = await agent.call(sync.changes, {});
  expect(kept.find(({ id }) => id === loanId)?.ptpAmount).toBe(700);
});

test('in the file', async () => {
  const { id } = await lead.call(files.parse, {
    type: 'EXPORT',
    export_type: 'summary',
    filters: { loanId },
  });
  const job = await vi.waitUntil(
    async () => {
      const one = await lead.call(files.job, { id: String(id) });
      return one?.status === 'completed' || one?.status === 'failed' ? one : false;
    },
    { timeout: 60_000, interval: 30 },
  );
  const { url } = await lead.call(files.readLink, { key: job.fileKey ?? '' });
  const text = await (await lead.fetch(url)).text();
  // Files write days as DD/MM/YYYY (G179).
  const inFile = told.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1');
  expect(text.split(inFile).length - 1).toBe(2);
});
