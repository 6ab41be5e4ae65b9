/** Machines that answer: the exchange tells them from people, agents say where it was wrong, and nobody else loses time. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { everyNth } from '../../src/contexts/dialer/server/machines/checks.ts';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let fake: FakeAri;
let server: TestServer;
let lead: Caller;
let agent: Caller;
let campaignId: number;
let uId: string;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  const began = Date.now();
  const clock = {
    now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
    isMoved: true as const,
  };
  server = await boot({ clock, env: { ARI_URL: `${fake.url}&answers=recoup-answered` } });
  lead = await server.as('add_campaign', 'edit_campaign', 'list_campaign', 'list_summary_disposition');
  const one = await lead.call(campaigns.create, {
    name: 'Machines',
    campaignType: 'progressive',
    maxRatio: 1,
    clientId: 1,
    amd: true,
  });
  [campaignId, uId] = [one.id, one.uId];
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})),
      d as (insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99))
    update users set extension_number = 1001 where id = ${agent.id}`);
  await until(async () => fake.isHeard());
  await agent.call(dialer.login, { campaignId });
  await agent.call(dialer.ready, {});
  await server.database.run(
    sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`,
  );
});
afterAll(async () => {
  await server.stop();
  fake.close();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1000; i += 1) {
    if (await isSo()) return;
    await turn(10);
  }
  throw new Error('it never came');
}
const becomes = (word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word);
let made = 0;
/** A new borrower is called by the dialer; `isNth`: as one of those that are put through to be heard. */
async function dials(end: string, isNth = false): Promise<string> {
  await becomes('waiting');
  made += 1;
  await server.database.run(sql`
    select setval(pg_get_serial_sequence('call_attempts', 'id'), (select (coalesce(max(id), 0) / ${everyNth} + 1) * ${everyNth} + ${isNth ? -1 : 3} from call_attempts))`);
  const phone = `98${String(made).padStart(6, '0')}${end}`;
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`M${made}`}, ${phone}, ${agent.id}, ${campaignId} from b returning id`);
  return phone;
}
const callOf = async (phone: string) =>
  (
    await server.database.rows<{ id: number; outcome: string | null; waited: number }>(sql`
      select id, outcome, extract(epoch from answered_at - ringing_at)::float8 as waited from call_attempts where phone = ${phone}`)
  )[0];
const ends = (phone: string): Promise<void> => until(async () => (await callOf(phone))?.outcome !== null);
/** The agent says who it was, and writes it down. */
async function says(who: 'borrower' | 'machine'): Promise<void> {
  await agent.call(dialer.spokeTo, { who });
  const { call } = await agent.call(dialer.status, {});
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
  const loanId = call?.loanId ?? 0;
  await agent.call(borrowerDispositions.record, {
    loanId,
    callRefNo: call?.callRefNo ?? '',
    dispositionId: 900,
    comments: 'Spoke',
  });
}

test('a machine is hung up on and its agent stays free; a person is put through, and both are counted', async () => {
  const machine = await dials('07');
  await until(async () => (await callOf(machine)) !== undefined);
  await ends(machine);
  expect(await callOf(machine)).toMatchObject({ outcome: 'machine' });
  await becomes('waiting');
  expect(await agent.call(dialer.pending, {})).toEqual([]);
  const person = await dials('20');
  await becomes('on-call');
  await says('borrower');
  await ends(person);
  const { rows } = await lead.call(calls.list, { campaignIds: [campaignId], size: 10 });
  expect(rows.map(({ status, machineCheck }) => [status, machineCheck])).toEqual([
    ['Answered', 'person'],
    ['Machine', 'machine'],
  ]);
  const { machines, answeredToday, abandonedToday } = await lead.call(leads.campaign, { id: uId });
  expect(machines).toMatchObject({ persons: 1, machines: 1, unsure: 0 });
  // A machine is no answer in the figure of abandoned calls.
  expect([answeredToday, abandonedToday]).toEqual([1, 0]);
});

test('a machine that came through and a person taken for one are counted as agents say it', async () => {
  const before = (await lead.call(leads.campaign, { id: uId })).machines;
  await dials('20');
  await becomes('on-call');
  await says('machine');
  // One of so many that are held to be machines is put through all the same.
  const heard = await dials('07', true);
  await becomes('on-call');
  expect(((await callOf(heard))?.id ?? 1) % everyNth).toBe(0);
  await says('borrower');
  const { machines } = await lead.call(leads.campaign, { id: uId });
  expect(machines).toEqual({
    persons: (before?.persons ?? 0) + 1,
    machines: (before?.machines ?? 0) + 1,
    unsure: 0,
    missed: { errors: 1, asked: (before?.missed.asked ?? 0) + 1 },
    mistaken: { errors: 1, asked: 1 },
  });
});

test('who gives up while the exchange listens was abandoned, and a machine nobody hears is not spoken to', async () => {
  const phone = await dials('20');
  const isListenedTo = () =>
    [...fake.channels.values()].find(
      ({ dialplan }) => dialplan.exten === phone && dialplan.app_name === 'AMD',
    );
  await until(async () => isListenedTo() !== undefined);
  fake.giveUp(isListenedTo()?.id ?? '');
  await ends(phone);
  expect(await callOf(phone)).toMatchObject({ outcome: 'abandoned' });
});

test('an exchange whose dialplan does not listen answers as ever, and cuts nobody off', async () => {
  fake.isOld = true;
  fake.endSockets('cut');
  await until(async () => fake.isHeard());
  await dials('07');
  await becomes('on-call');
  await says('machine');
  fake.isOld = false;
});

test('a campaign that does not ask for it is answered as ever', async () => {
  await lead.call(campaigns.edit, { id: uId, amd: false });
  const phone = await dials('07');
  await becomes('on-call');
  await says('machine');
  await ends(phone);
  expect(await callOf(phone)).toMatchObject({ outcome: 'connected' });
  const { rows } = await lead.call(calls.list, { campaignIds: [campaignId], size: 1 });
  expect(rows[0]?.machineCheck).toBeNull();
});
