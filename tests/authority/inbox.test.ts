/** Authority inboxes: visibility, forwarding, and the approved values. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Line, lineOf } from '../matrix/socket.ts';
import { type Office, ask, flags, late, openOffice } from './office.ts';

let o: Office;
/** A manager of another team. */
let stranger: Caller;
let theirAgent: Caller;
let id = 0;
const lines: Line[] = [];
beforeAll(async () => {
  o = await openOffice();
  stranger = await o.server.person({ roleType: 'manager', flags });
  theirAgent = await o.server.person({ roleType: 'agent', reportingTo: stranger.id });
});
afterAll(() => o.server.stop());
beforeEach(async () => {
  await o.server.database.run(
    sql`update authority_requests set state = 'withdrawn', closed_at = now() where state = 'open'`,
  );
  id = await ask(o, 70_000);
});
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

const approve = (who: Caller, one = id) =>
  who.call(settlements.updateStatus, { id: one, status: 'Approved' });
const waiting = (who: Caller) => who.call(authority.waiting, {});
const requestId = async (who: Caller) => String((await waiting(who)).rows[0]?.id);
const decide = (who: Caller, one: string, amount = 70_000) =>
  who.call(authority.decide, { id: one, decision: 'approve', amount });
const statuses = async () =>
  (await o.admin.call(settlements.timeline, { id: String(id) })).map(({ status }) => status);
const withdraw = sql`update authority_requests set state = 'withdrawn', closed_at = now() where state = 'open'`;
const givenTo = (who: Caller) =>
  o.server.database.run(
    sql`update loans set assignee_id = ${who.id} where id = (select loan_id from settlements where id = ${id})`,
  );
/** Changes the policy for one test. */
async function changed(name: string, change: 'waiver' | 'days', most: number | null): Promise<void> {
  await o.server.database.run(
    change === 'waiver'
      ? sql`update authority_steps set max_waiver = ${most} where name = ${name}`
      : sql`update authority_steps set max_days = ${most} where name = ${name}`,
  );
}

test('who does not see the loan, or may not decide, learns nothing of a request and moves nothing', async () => {
  await approve(o.lead);
  const one = await requestId(o.manager);
  const isUnknown = async (who: Caller) => {
    for (const call of [
      () => who.call(authority.people, { id: one }),
      () => who.call(authority.passOn, { id: one, userId: o.manager.id }),
      () => decide(who, one),
    ])
      expect((await refusal(call())).status).toBe(404);
  };
  for (const who of [stranger, o.admin, o.chief, o.lead]) await isUnknown(who);
  // Without a policy the pending approvers decide where it is shown.
  await o.server.database.run(sql`update authority_steps set is_active = false`);
  try {
    for (const who of [stranger, o.admin, o.chief]) await isUnknown(who);
    expect(await decide(o.manager, one)).toMatchObject({ became: 'approved' });
  } finally {
    await o.server.database.run(sql`update authority_steps set is_active = true`);
  }
});

test('a reassigned loan leaves the inbox, and a repeated request reaches the current approvers', async () => {
  await approve(o.lead);
  expect(await waiting(o.manager)).toMatchObject({ count: 1, rows: [{ subjectId: id }] });
  await givenTo(theirAgent);
  expect(await waiting(o.manager)).toMatchObject({ count: 0, rows: [] });
  expect(await approve(o.admin)).toMatchObject({ status: 'Inprogress' });
  expect(await waiting(stranger)).toMatchObject({ count: 1, rows: [{ subjectId: id }] });
  // Without the permission it is invisible too.
  const role = sql`id = (select role_id from users where id = ${stranger.id})`;
  await o.server.database.run(
    sql`update roles set flags = array_remove(flags, 'approve_reject_settlement') where ${role}`,
  );
  try {
    expect(await waiting(stranger)).toMatchObject({ count: 0, rows: [] });
  } finally {
    await o.server.database.run(
      sql`update roles set flags = flags || array['approve_reject_settlement'] where ${role}`,
    );
  }
});

test('a named approver remains named in a repeated request', async () => {
  await approve(o.lead);
  await late(o);
  await o.substitute.call(authority.passOn, { id: await requestId(o.substitute), userId: o.manager.id });
  expect((await refusal(approve(o.admin))).body.code).toBe('WAITS_ALREADY');
  expect((await waiting(o.manager)).count).toBe(1);
  expect((await waiting(o.substitute)).count).toBe(0);
});

test('an approval applies to the shown amount of a pending request', async () => {
  await approve(o.lead);
  const one = await requestId(o.manager);
  expect((await refusal(decide(o.manager, one, 80_000))).body.code).toBe('CHANGED_MEANWHILE');
  const unsaid = o.manager.call(authority.decide, { id: one, decision: 'approve' } as never);
  expect((await refusal(unsaid)).body.fields).toEqual([{ path: 'amount', fault: 'required' }]);
  const { said } = await o.server.database.transaction(async (tx) => {
    await tx.run(sql`select 1 from settlements where id = ${id} for update`);
    const answer = refusal(decide(o.manager, one));
    const waits = sql`select 1 as ok from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%settlements%'`;
    while (!(await o.server.database.one(waits))) await new Promise(setImmediate);
    await tx.run(withdraw);
    return { said: answer };
  });
  expect((await said).body.code).toBe('CHANGED_MEANWHILE');
  expect(await statuses()).toEqual(['Recommended', 'Initiated']);
});

test('an approval that escalates is not reported as approved', async () => {
  await approve(o.lead);
  const one = await requestId(o.manager);
  await changed('Managers', 'waiver', 25);
  await o.server.database.run(sql`
    insert into authority_steps (name, kind, place, role_type, hours, except_line)
    values ('Head office', 'settlement', 3, 'admin', 24, false)`);
  try {
    expect(await decide(o.manager, one)).toMatchObject({ became: 'recommended' });
    expect(await statuses()).toEqual(['Recommended', 'Recommended', 'Initiated']);
    expect((await waiting(o.manager)).count).toBe(0);
    expect(await decide(o.admin, await requestId(o.admin))).toMatchObject({ became: 'approved' });
  } finally {
    await changed('Managers', 'waiver', 35);
    await o.server.database.run(sql`update authority_steps set is_active = false where name = 'Head office'`);
  }
});

test('unknown DPD exceeds every limit of days, and the card shows it', async () => {
  await changed('Team leaders', 'days', 180);
  try {
    const known = await ask(o, 80_000);
    expect(await approve(o.lead, known)).toMatchObject({ status: 'Approved' });
    const unknown = await ask(o, 80_000);
    await o.server.database.run(
      sql`update loans set dpd = null where id = (select loan_id from settlements where id = ${unknown})`,
    );
    expect(await approve(o.lead, unknown)).toMatchObject({ status: 'Inprogress' });
    expect((await waiting(o.manager)).rows).toMatchObject([{ subjectId: unknown, days: null }]);
  } finally {
    await changed('Team leaders', 'days', null);
  }
});

test('an inbox becomes stale when a pending request is closed, escalated or forwarded', async () => {
  const upper = await o.server.person({ roleType: 'manager', flags });
  const top = await o.server.person({ roleType: 'manager', flags });
  await o.server.database.run(sql`update users set reporting_to = ${top.id} where id = ${upper.id}`);
  await o.server.database.run(sql`update users set reporting_to = ${upper.id} where id = ${o.manager.id}`);
  const line = await lineOf(o.server, upper);
  lines.push(line);
  const isStale = () =>
    line.heard.some(({ name, facts }) => name === 'stale' && JSON.stringify(facts).includes('"authority"'));
  const hearsOf = async (what: () => Promise<unknown>) => {
    line.heard.length = 0;
    await what();
    await expect.poll(isStale).toBe(true);
  };
  await hearsOf(() => approve(o.lead));
  const one = await requestId(o.manager);
  await hearsOf(() => o.manager.call(authority.passOn, { id: one, userId: top.id }));
  id = await ask(o, 70_000);
  await hearsOf(() => approve(o.lead));
  await hearsOf(() =>
    o.lead.call(settlements.updateStatus, { id, status: 'AmountUpdated', updateAmount: 66_000 }),
  );
  id = await ask(o, 70_000);
  await hearsOf(() => approve(o.lead));
  await hearsOf(() => late(o));
});

test('a repeated approval is in the timeline once and notifies once', async () => {
  await approve(o.lead);
  expect((await refusal(approve(o.lead))).body.code).toBe('WAITS_ALREADY');
  expect(await statuses()).toEqual(['Recommended', 'Initiated']);
  expect(
    await o.server.database.one(sql`
      select count(*)::int as told from event where type = 'authority.asked' and (facts ->> 'subjectId')::bigint = ${id}`),
  ).toEqual({ told: 1 });
});
