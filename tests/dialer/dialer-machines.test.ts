/** Answering-machine detection: the exchange decides, agents correct it, and other calls are not delayed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { machineMessages } from '../../src/contexts/dialer/contract/machine-messages.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { everyNth } from '../../src/contexts/dialer/server/machines/checks.ts';
import { soundOf } from '../../src/contexts/dialer/server/machines/sound.ts';
import { complianceRules } from '../../src/contexts/contact/contract/compliance-rules.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { templates } from '../../src/contexts/messaging/contract/templates.ts';
import { voiceOptIns } from '../../src/contexts/messaging/contract/voice-opt-ins.ts';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
  isMoved: true as const,
};
let fake: FakeAri;
let server: TestServer;
let lead: Caller;
let agent: Caller;
let campaignId: number;
let uId: string;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
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
const becomes = (word: string): Promise<void> =>
  until(async () => {
    const { status } = await agent.call(dialer.status, {});
    // Without connected pages, slow test runs would mark agents as away.
    if (status === 'IDLE') await agent.call(dialer.ready, {});
    return status === word;
  });
let made = 0;
/** The dialer calls a new borrower; `isNth`: as a sampled call. */
async function dials(
  end: string,
  isNth = false,
  agreed: boolean | 'back' = false,
  before?: 'written',
): Promise<string> {
  await becomes('waiting');
  made += 1;
  await server.database.run(sql`
    select setval(pg_get_serial_sequence('call_attempts', 'id'), (select (coalesce(max(id), 0) / ${everyNth} + 1) * ${everyNth} + ${isNth ? -1 : 3} from call_attempts))`);
  const phone = `98${String(made).padStart(6, '0')}${end}`;
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`M${made}`}, ${phone}, ${agent.id} from b returning id`);
  if (agreed !== false) await agrees(phone);
  if (agreed === 'back') await agrees(phone, false);
  if (before)
    await server.database.run(sql`
      insert into contacts (at, source, source_id, channel, borrower_id, loan_id, number, counts_for)
      select ${clock.now()}, 'message', 9000000 + id, 'sms', borrower_id, id, mobile, 'message' from loans where mobile = ${phone}`);
  await server.database.run(sql`update loans set campaign_id = ${campaignId} where mobile = ${phone}`);
  return phone;
}
const callOf = async (phone: string) =>
  (
    await server.database.rows<{ id: number; outcome: string | null; waited: number }>(sql`
      select id, outcome, extract(epoch from answered_at - ringing_at)::float8 as waited from call_attempts where phone = ${phone}`)
  )[0];
const loanOf = async (phone: string): Promise<number> =>
  (await server.database.one<{ id: number }>(sql`select id from loans where mobile = ${phone}`))?.id ?? 0;
const ends = (phone: string): Promise<void> =>
  until(async () => ((await callOf(phone))?.outcome ?? null) !== null);
/** The agent records who answered, with the disposition. */
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

test('an answering machine is disconnected without an agent, a person is connected, and both are recorded', async () => {
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
  // An answering machine is not in the denominator of the abandon rate.
  expect([answeredToday, abandonedToday]).toEqual([1, 0]);
});

test('detection errors are recorded as agents report them', async () => {
  const before = (await lead.call(leads.campaign, { id: uId })).machines;
  await dials('20');
  await becomes('on-call');
  await says('machine');
  // A sampled answering machine is connected anyway.
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
    messages: { left: 0, whole: 0, cut: 0 },
  });
});

test('a caller who hangs up during detection is abandoned, and an unmonitored machine gets no message', async () => {
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

/** A recorded-call template with this text, registered unless stated otherwise. */
async function template(message: string, templateId: string | null = `DLT${made}`): Promise<number> {
  made += 1;
  const writer = await server.as('upload_communications_file');
  return (await writer.call(templates.create, { channel: 'ivr', name: `Words ${made}`, templateId, message }))
    .id;
}
const agrees = async (phone: string, isAgreed = true): Promise<void> =>
  void (await agent.call(voiceOptIns.set, { loanId: await loanOf(phone), contact: 'mobile', isAgreed }));
const leaving = async (phone: string) =>
  server.database.one<{ fate: string | null; status: string; counts: string | null; paced: string }>(sql`
    select c.fate, m.status, x.counts_for as counts from call_attempts k join machine_checks c on c.attempt_id = k.id
    join messages m on m.id = c.message_id join contacts x on x.source = 'message' and x.source_id = m.id
    where k.phone = ${phone}`);
const channelOf = (phone: string) =>
  [...fake.channels.values()].find(({ dialplan }) => dialplan.exten === phone);
/** The machine greets, and later plays, until the test continues: by clock it would finish unobserved. */
async function greets(phone: string): Promise<() => void> {
  await until(async () => channelOf(phone)?.dialplan.app_name === 'WaitForSilence');
  const machine = channelOf(phone);
  const stands = (): void => machine?.timers.splice(0).forEach(clearTimeout);
  stands();
  return () => {
    machine?.next?.();
    stands();
  };
}
const words = 'Good day. Please call Meridian Services back on 1800 123 4567.\nनमस्ते। कृपया हमें वापस कॉल करें।';

test('a message with loan details or without registration cannot be selected', async () => {
  const set = (templateId: number) => refusal(lead.call(machineMessages.set, { id: uId, templateId }));
  const telling = await set(await template('Your loan is overdue, please call.'));
  expect(telling.body).toMatchObject({ code: 'MESSAGE_TELLS' });
  expect(telling.body.message).toContain('“loan”');
  const { name } =
    (await server.database.one<{ name: string }>(sql`select name from clients where id = 1`)) ?? {};
  expect((await set(await template(`A call from ${name ?? ''}. Please call back.`))).body.code).toBe(
    'MESSAGE_TELLS',
  );
  expect((await set(await template(words, null))).body.code).toBe('INVALID_INPUT');
  expect(await lead.call(machineMessages.of, { id: uId })).toMatchObject({ templateId: null, lack: null });
});

test('a machine of a consenting borrower gets the message after its greeting, with the agent free', async () => {
  const templateId = await template(words);
  await lead.call(machineMessages.set, { id: uId, templateId });
  fake.sounds.push(`recoup/${soundOf(words)}`);
  const before = (await lead.call(leads.campaign, { id: uId })).answeredToday;
  // No consent: it is disconnected without a message.
  const silent = await dials('07');
  await ends(silent);
  expect(await leaving(silent)).toBeUndefined();
  const phone = await dials('07', false, true);
  const goesOn = await greets(phone);
  await becomes('waiting');
  expect((await lead.call(calls.list, { campaignIds: [campaignId], size: 1 })).rows[0]).toMatchObject({
    machineMessage: 'unknown',
  });
  goesOn();
  expect(fake.heardBy(channelOf(phone)?.id ?? '')).toEqual([`recoup/${soundOf(words)}`]);
  goesOn();
  await ends(phone);
  expect(await callOf(phone)).toMatchObject({ outcome: 'machine' });
  expect(await leaving(phone)).toEqual({ fate: 'whole', status: 'delivered', counts: 'message' });
  const { rows } = await lead.call(calls.list, { campaignIds: [campaignId], size: 1 });
  expect(rows[0]).toMatchObject({ status: 'Machine', machineMessage: 'whole' });
  const { machines, answeredToday } = await lead.call(leads.campaign, { id: uId });
  expect(machines?.messages).toEqual({ left: 1, whole: 1, cut: 0 });
  expect(answeredToday).toBe(before);
  const seen = await agent.call(loans.timeline, { id: String(await loanOf(phone)) });
  expect(seen.map(({ kind, what }) => [kind, what])).toContainEqual(['message', 'ivr']);
});

test('a machine that hangs up during the message is cut, one before it has none and no effect on limits', async () => {
  const cut = await dials('07', false, true);
  (await greets(cut))();
  fake.giveUp(channelOf(cut)?.id ?? '');
  await ends(cut);
  expect(await leaving(cut)).toEqual({ fate: 'cut', status: 'sent', counts: 'message' });
  const none = await dials('07', false, true);
  await greets(none);
  fake.giveUp(channelOf(none)?.id ?? '');
  await ends(none);
  expect(await leaving(none)).toEqual({ fate: 'none', status: 'failed', counts: null });
});

test('a message without an end event has an unknown result', async () => {
  const phone = await dials('07', false, true);
  (await greets(phone))();
  await until(async () => (await leaving(phone))?.fate === 'begun');
  fake.isSilent = true;
  fake.giveUp(channelOf(phone)?.id ?? '');
  await ends(phone);
  fake.isSilent = false;
  expect(await leaving(phone)).toEqual({ fate: 'unknown', status: 'sent', counts: 'message' });
});

test('no message is played without the sound file, on rejection, or after withdrawn consent', async () => {
  const [sound = ''] = fake.sounds.splice(0);
  const unspoken = await dials('07', false, true);
  await ends(unspoken);
  expect(await leaving(unspoken)).toEqual({ fate: 'none', status: 'failed', counts: null });
  fake.sounds.push(sound);
  fake.fail({ path: /continue$/, how: 500 });
  const refused = await dials('07', false, true);
  await ends(refused);
  expect(await leaving(refused)).toEqual({ fate: 'none', status: 'failed', counts: null });
  const back = await dials('07', false, 'back');
  await ends(back);
  expect(await leaving(back)).toBeUndefined();
});

test('a machine of a borrower at the message cap is disconnected', async () => {
  const admin = await server.person({ roleType: 'admin' });
  const rule = {
    kind: 'cap',
    clientId: 1,
    name: 'One a day',
    channel: 'message',
    most: 1,
    everyDays: 1,
    fromDay: '2026-11-01',
  } as const;
  await admin.call(complianceRules.create, rule);
  const first = await dials('07', false, true);
  await ends(first);
  expect((await leaving(first))?.fate).toBe('whole');
  const again = await dials('07', false, true, 'written');
  await ends(again);
  expect(await leaving(again)).toBeUndefined();
  const { rule: said } =
    (await server.database.one<{ rule: string }>(sql`
      select rule from contact_decisions where loan_id = ${await loanOf(again)} and channel = 'message' order by at desc limit 1`)) ??
    {};
  expect(said).toBe('capped');
});

test('an exchange without a detection dialplan connects normally, and disconnects no call', async () => {
  fake.isOld = true;
  fake.endSockets('cut');
  await until(async () => fake.isHeard());
  await dials('07');
  await becomes('on-call');
  await says('machine');
  fake.isOld = false;
});

test('a campaign without detection connects normally', async () => {
  await lead.call(campaigns.edit, { id: uId, amd: false });
  const phone = await dials('07');
  await becomes('on-call');
  await says('machine');
  await ends(phone);
  expect(await callOf(phone)).toMatchObject({ outcome: 'connected' });
  const { rows } = await lead.call(calls.list, { campaignIds: [campaignId], size: 1 });
  expect(rows[0]?.machineCheck).toBeNull();
});
