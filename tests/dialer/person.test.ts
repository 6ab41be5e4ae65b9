/** Redial delays of a person with several loans, numbers and campaigns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { redial } from '../../src/contexts/dialer/contract/redial.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { bootBeside, refusal } from '../kit.ts';
import { type People, hour, minute, morning, openPeople } from './people.ts';

let floor: People;
beforeAll(async () => {
  floor = await openPeople();
});
afterAll(() => floor.server.stop());

const after = (at: string | null | undefined, ms: number): string =>
  new Date(Date.parse(at ?? '') + ms).toISOString().replace('.000Z', 'Z');
const sameTime = (a: string | undefined, b: string): void => expect(Date.parse(a ?? '')).toBe(Date.parse(b));

test('a conversation blocks dialing of all loans and numbers of the person for 24 hours', async () => {
  const [one, other] = [await floor.campaign('Early'), await floor.campaign('Late')];
  const [a = 0, b = 0] = await floor.person('Meena', [
    { campaignId: one, mobile: '9870000025' },
    { campaignId: other, mobile: '9870000026' },
  ]);
  const agent = await floor.ready(one);
  await floor.start(one);
  await floor.speak(agent);
  await floor.start(one, false);
  const talk = (await floor.calls([a])).at(-1);
  expect(talk?.outcome).toBe('connected');
  expect(await floor.lead(a)).toMatchObject({ state: 'done' });

  await floor.ready(other);
  await floor.start(other);
  const rests = await floor.decided(b);
  expect(rests).toMatchObject({ state: 'queued', why: 'recently_called' });
  sameTime(rests?.at, after(talk?.endedAt, 24 * hour));
  expect(await floor.calls([b])).toEqual([]);
  const desk = await floor.server.as('list_campaign');
  expect(await desk.call(leads.preflight, { id: String(other) })).toMatchObject({
    willCall: 0,
    skipped: [{ rule: 'later', leads: 1 }],
  });
  // Not before, and then.
  floor.moveTo(Date.parse(rests?.at ?? ''));
  await floor.ready(other);
  await floor.passes(async () => (await floor.calls([b])).length === 1, 0.2);
  await floor.start(other, false);
  floor.moveTo(morning + 24 * hour * 3);
});

test("a busy number delays all loans of the person by each campaign's redial rule", async () => {
  const [one, other] = [await floor.campaign('Busy'), await floor.campaign('Busy too')];
  const admin = await floor.server.as('list_campaign', 'edit_campaign');
  const rule = { outcome: 'busy', afterMinutes: 40, mostADay: 2, nextNumber: false } as const;
  await admin.call(redial.set, { id: String(other), ...rule });
  const [a = 0, b = 0] = await floor.person('Farida', [
    { campaignId: one, mobile: '9870000100' },
    { campaignId: other, mobile: '9870000127' },
  ]);
  await floor.ready(one);
  await floor.start(one);
  await floor.ended([a], 'busy');
  await floor.start(one, false);
  const busy = (await floor.calls([a])).at(-1);
  await floor.ready(other);
  await floor.start(other);
  sameTime((await floor.decided(b))?.at, after(busy?.endedAt, 40 * minute));
  await floor.start(other, false);
  sameTime((await floor.lead(a))?.at, after(busy?.endedAt, 15 * minute));
});

test('a number of two borrowers is not dialled twice, and a conversation with one finishes no lead of the other', async () => {
  const campaignId = await floor.campaign('Family');
  const shared = '9870000228';
  const [mother = 0] = await floor.person('Mother', [{ campaignId, mobile: shared, owes: 900_000 }]);
  const [son = 0, own = 0] = await floor.person('Son', [
    { campaignId, mobile: shared },
    { campaignId: null, mobile: '9870000229' },
  ]);
  const agent = await floor.ready(campaignId);
  await floor.start(campaignId);
  await floor.speak(agent);
  expect((await floor.calls([mother, son])).map(({ loanId }) => loanId)).toEqual([mother]);
  await agent.call(dialer.ready, {}).catch(() => undefined);
  await floor.ready(campaignId);
  expect(await floor.decided(son)).toMatchObject({ state: 'queued', why: 'recently_called' });
  // Their primary number did not ring.
  await floor.server.database.run(sql`update loans set campaign_id = ${campaignId} where id = ${own}`);
  await floor.passes(async () => (await floor.calls([own])).length === 1, 0.2);
  await floor.start(campaignId, false);
  expect((await floor.calls([mother, son])).length).toBe(1);
});

test('a conversation in a manual call finishes the lead of its loan and delays the others', async () => {
  const campaignId = await floor.campaign('By hand');
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const [a = 0, b = 0] = await floor.person('Gopal', [
    { campaignId, mobile: '9870000325', assigneeId: agent.id },
    { campaignId, mobile: '9870000326' },
  ]);
  await floor.server.database.run(sql`
    insert into leads (campaign_id, loan_id, phone, not_before) select campaign_id, id, mobile, ${floor.now()}
    from loans where id in (${a}, ${b})`);
  await agent.call(dialer.manualCall, { id: String(a) });
  await floor.speak(agent);
  expect(await floor.lead(a)).toMatchObject({ state: 'done' });
  await floor.ready(campaignId);
  await floor.start(campaignId);
  expect(await floor.decided(b)).toMatchObject({ state: 'queued', why: 'recently_called' });
  await floor.start(campaignId, false);
});

test('an inbound conversation blocks dialing of all loans of the caller', async () => {
  const [one, other] = [await floor.campaign('Called in'), await floor.campaign('Called in too')];
  // Not answered, with a callback at least 45 seconds later.
  const [a = 0, b = 0] = await floor.person('Omar', [
    { campaignId: one, mobile: '9870001055' },
    { campaignId: other, mobile: '9870001026' },
  ]);
  const agent = await floor.ready(one);
  await floor.start(one);
  await floor.ended([a], 'no_answer');
  await floor.start(one, false);
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'ringing');
  await agent.call(dialer.answer, {});
  await floor.speak(agent);
  expect(await floor.lead(a)).toMatchObject({ state: 'done' });
  const talk = await floor.server.database.one<{ endedAt: string }>(
    sql`select ended_at as "endedAt" from call_attempts where loan_id = ${a} and direction = 'inbound'`,
  );
  await floor.ready(other);
  await floor.start(other);
  sameTime((await floor.decided(b))?.at, after(talk?.endedAt, 24 * hour));
  await floor.start(other, false);
});

test('an agreed callback is dialled although another loan was called before it', async () => {
  const campaignId = await floor.campaign('Agreed');
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const [a = 0, b = 0] = await floor.person('Hari', [
    { campaignId: null, mobile: '9870000425', assigneeId: agent.id },
    { campaignId, mobile: '9870000426', assigneeId: agent.id },
  ]);
  await agent.call(dialer.manualCall, { id: String(a) });
  await floor.speak(agent);
  const { call } = await agent.call(dialer.status, {});
  const at = new Date(floor.now().getTime() + 10 * minute);
  const said = { dispositionId: 900, comments: 'Asked to be called' };
  await agent.call(borrowerDispositions.record, { loanId: b, followUpDate: at.toISOString(), ...said });
  await agent.call(borrowerDispositions.record, { loanId: a, ...said, callRefNo: call?.callRefNo });
  floor.moveTo(at.getTime() - 30_000);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  floor.moveTo(at);
  await floor.passes(async () => (await floor.calls([b])).length === 1, 0.2);
  await floor.start(campaignId, false);
});

test('a task calls the loans of others before it calls a person again', async () => {
  const campaignId = await floor.campaign('Task');
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const loanIds = [
    ...(await floor.person('A Twice', [
      { campaignId: null, mobile: '9870000525', assigneeId: agent.id },
      { campaignId: null, mobile: '9870000526', assigneeId: agent.id },
    ])),
    ...(await floor.person('B Once', [{ campaignId: null, mobile: '9870000527', assigneeId: agent.id }])),
  ];
  await agent.call(usersTask.create, {
    name: 'Day',
    taskData: [{ loans: loanIds.map((loanId) => ({ loanId })) }],
  });
  const [task] = await agent.call(usersTask.today, {});
  const id = String(task?.id);
  await agent.call(usersTask.edit, { id, isStart: true });
  for (let n = 0; n < 2; n += 1) {
    await agent.call(usersTask.call, { id });
    await floor.speak(agent);
    const { call } = await agent.call(dialer.status, {});
    const said = { dispositionId: 900, comments: 'Spoke', callRefNo: call?.callRefNo };
    await agent.call(borrowerDispositions.record, { loanId: call?.loanId ?? 0, ...said });
    await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'IDLE', 0.2);
  }
  expect((await floor.calls(loanIds)).map(({ loanId }) => loanId)).toEqual([loanIds[0], loanIds[2]]);
  const { body } = await refusal(agent.call(usersTask.call, { id }));
  expect(body).toMatchObject({ code: 'CONTACT_BLOCKED', facts: { rule: 'recently_called' } });
  expect(await agent.call(usersTask.one, { id })).toMatchObject({ isPending: 1, isFailed: 0 });
});

test('an abandoned call blocks dialing of all loans of the person for 72 hours, also after a reset of leads', async () => {
  const [one, other] = [await floor.campaign('Left'), await floor.campaign('Left too')];
  const [a = 0, b = 0] = await floor.person('Pooja', [
    { campaignId: one, mobile: '9870001106' },
    { campaignId: other, mobile: '9870001127' },
  ]);
  await floor.server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, state, outcome, claimed_at, dialed_at, ended_at, phone)
    select id, campaign_id, 'outbound', 'predictive', 'ended', 'abandoned', ${floor.now()}, ${floor.now()}, ${floor.now()}, mobile
    from loans where id = ${a}`);
  const until = after((await floor.calls([a])).at(-1)?.endedAt, 72 * hour);
  await floor.ready(other);
  await floor.start(other);
  sameTime((await floor.decided(b))?.at, until);
  const desk = await floor.server.as('campaign_start_stop');
  await desk.call(leads.clear, { campaignId: other });
  await desk.call(leads.reset, { campaignId: other });
  sameTime((await floor.decided(b))?.at, until);
  await floor.start(other, false);
  expect(await floor.calls([b])).toEqual([]);
});

test('loans of merged borrowers share redial delays at once', async () => {
  const campaignId = await floor.campaign('Merged');
  const [a = 0] = await floor.person('Imran', [{ campaignId, mobile: '9870000625', owes: 900_000 }]);
  const [b = 0] = await floor.person('Imran K', [{ campaignId: null, mobile: '9870000626' }]);
  const agent = await floor.ready(campaignId);
  await floor.start(campaignId);
  await floor.speak(agent);
  await floor.server.database.run(sql`
    update loans set campaign_id = ${campaignId}, borrower_id = (select borrower_id from loans where id = ${a})
    where id = ${b}`);
  await floor.ready(campaignId);
  expect(await floor.decided(b)).toMatchObject({ state: 'queued', why: 'recently_called' });
  await floor.start(campaignId, false);
});

test('the dialer checks the number it dials, and never dials one that was removed from the loan', async () => {
  const campaignId = await floor.campaign('Numbers');
  const [a = 0] = await floor.person('Jaya', [{ campaignId, mobile: '9870000725', other: '9870000726' }]);
  // Its second number is in the third position; the first one of the lead is wrong meanwhile.
  await floor.server.database.run(sql`
    insert into leads (campaign_id, loan_id, phone, phone_ord, not_before) values (${campaignId}, ${a}, '9870000799', 0, ${floor.now()})`);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  await floor.passes(async () => (await floor.calls([a])).length === 1, 0.2);
  await floor.start(campaignId, false);
  expect((await floor.calls([a]))[0]?.phone).toBe('9870000725');
  const [b = 0] = await floor.person('Kiran', [{ campaignId, mobile: '9870000827', other: '9870000828' }]);
  await floor.server.database.run(sql`
    insert into leads (campaign_id, loan_id, phone, phone_ord, not_before) values (${campaignId}, ${b}, '9870000828', 1, ${floor.now()})`);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  await floor.passes(async () => (await floor.calls([b])).length === 1, 0.2);
  await floor.start(campaignId, false);
  expect((await floor.calls([b]))[0]?.phone).toBe('9870000828');
});

test('six campaigns on two nodes that claim one person at the same moment place one call', async () => {
  const second = await bootBeside(floor.server, floor.clock);
  const campaigns = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => floor.campaign(`At once ${n}`)));
  const mobiles = ['9870000930', '9870000930', '9870000931', '9870000932', '9870000933', '9870000934'];
  const loanIds = await floor.person(
    'Lata',
    campaigns.map((campaignId, n) => ({ campaignId, mobile: mobiles[n] ?? '' })),
  );
  for (const campaignId of campaigns) await floor.ready(campaignId);
  await floor.server.database.run(sql`
    update dialer_processes set is_started = true where campaign_id = any(${campaigns}::bigint[])`);
  for (const loanId of loanIds) await floor.decided(loanId);
  expect(await floor.calls(loanIds)).toHaveLength(1);
  await floor.server.database.run(sql`
    update dialer_processes set is_started = false where campaign_id = any(${campaigns}::bigint[])`);
  await second.stop();
});
