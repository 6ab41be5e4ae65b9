/**
 * Where a rule requires notice, no first visit starts before the borrower was notified, and a new visitor notifies
 * again.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { complianceRules } from '../../src/contexts/contact/contract/compliance-rules.ts';
import { blockOf } from '../../src/contexts/contact/contract/contact-block.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import type { VisitNotice } from '../../src/contexts/work/contract/visit-notice.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let now = new Date('2026-11-24T06:00:00Z');
let server: TestServer;
let admin: Caller;
let agent: Caller;
let second: Caller;
let loanId = 0;
const db = () => server.database;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as();
  const lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  second = await server.person({ roleType: 'agent', reportingTo: lead.id });
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-11-24T06:00:00Z');
  await db().run(sql`delete from compliance_rules where kind in ('notice', 'cap', 'holiday')`);
  const made = await db().one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, mobile, assignee_id, total_outstanding)
    select 1, 1, b.id, 'VN-' || b.id, 'Asha Rao', '9876501234', ${agent.id}, 12000000 from b returning id`);
  loanId = made?.id ?? 0;
});
const rule = (more = {}) =>
  admin.call(complianceRules.create, {
    kind: 'notice',
    name: 'A day before',
    fromDay: '2026-11-01',
    everyDays: 1,
    ...more,
  } as never);
const guard = (who = agent) => who.call(visits.allowance, { id: String(loanId) });
const visit = (who = agent, more = {}) =>
  who.call(visits.record, {
    loanId,
    visitKey: crypto.randomUUID(),
    outcome: 'met',
    place: 'none',
    ...more,
  });
const sent = () =>
  db().rows<{ body: string; status: string }>(
    sql`select message as body, purpose as status from messages where loan_id = ${loanId} order by id`,
  );
const told = () =>
  vi.waitUntil(async () => (await guard())?.notice?.told ?? undefined, { timeout: 60_000, interval: 100 });

test('without a rule no notice is sent and the visit starts', async () => {
  expect(await guard()).toMatchObject({ rule: null, notice: null });
  await visit();
});

test('the borrower is notified once, in calling hours, and visited from the next day on', async () => {
  await rule();
  expect(await guard()).toMatchObject({
    rule: 'notice',
    until: null,
    notice: { told: null, waits: false, from: null },
  });
  expect((await refusal(visit())).body).toMatchObject({ code: 'CONTACT_BLOCKED' });
  now = new Date('2026-11-24T18:00:00Z');
  expect(await agent.call(visits.notify, { loanId })).toMatchObject({ notice: { waits: true } });
  await agent.call(visits.notify, { loanId });
  // At 23:30 no message is sent.
  await vi.waitUntil(
    async () =>
      (
        await db().one<{ later: boolean }>(
          sql`select tell_at > ${now} as later from visit_notices where loan_id = ${loanId}`,
        )
      )?.later,
    { timeout: 60_000, interval: 100 },
  );
  expect(await sent()).toEqual([]);
  now = new Date('2026-11-25T06:00:00Z');
  expect(await told()).toBe('2026-11-25');
  const [shown] = (await agent.call(today.list, { size: 100 })).rows.filter(({ id }) => id === loanId);
  expect(shown?.visitNotice).toMatchObject({ told: '2026-11-25', from: '2026-11-26' });
  const [message, ...more] = await sent();
  expect(more).toEqual([]);
  expect(message?.body).toContain('will visit you about your loan ending');
  expect(message?.body).toContain('/agent/');
  expect(message?.body).not.toContain('Asha Rao');
  expect(await guard()).toMatchObject({ rule: 'notice', notice: { from: '2026-11-26' } });
  now = new Date('2026-11-26T06:00:00Z');
  expect(await guard()).toMatchObject({ rule: null });
  await visit();
});

test('another agent notifies again; a completed visit is stored and marked', async () => {
  await rule();
  await agent.call(visits.notify, { loanId });
  await told();
  now = new Date('2026-11-25T06:00:00Z');
  expect(await guard()).toMatchObject({ rule: null });
  await db().run(sql`update loans set assignee_id = ${second.id} where id = ${loanId}`);
  expect(await guard(second)).toMatchObject({ rule: 'notice', until: null });
  await visit(second, { hasHappened: true });
  const kept = await db().one<{ rule: string }>(
    sql`select rule from visits where loan_id = ${loanId} order by id desc limit 1`,
  );
  expect(kept?.rule).toBe('notice');
});

test('an offline phone shows its latest state, by the same rule', async () => {
  await rule({ clientId: 1 });
  const [row] = (await agent.call(today.list, { size: 100 })).rows.filter(({ id }) => id === loanId);
  expect(row?.visitNotice).toEqual({ days: 1, told: null, waits: false, from: null });
  const at = (notice: VisitNotice | null | undefined, moment: string) =>
    row && blockOf({ ...row, cappedUntil: row.visitCappedUntil, notice }, new Date(moment))?.code;
  expect(at(row?.visitNotice, '2026-11-26T06:00:00Z')).toBe('notice');
  const seen = { days: 1, told: '2026-11-24', waits: false, from: '2026-11-25' };
  expect(at(seen, '2026-11-24T08:00:00Z')).toBe('notice');
  expect(at(seen, '2026-11-25T06:00:00Z')).toBeUndefined();
  // Calls need no notice.
  expect(row && blockOf(row, new Date('2026-11-24T06:00:00Z'))).toBeNull();
});

test("only the loan's agent can request a notice", async () => {
  await rule();
  await db().run(sql`update loans set assignee_id = ${second.id} where id = ${loanId}`);
  const stranger = await server.person({ roleType: 'agent' });
  expect((await refusal(stranger.call(visits.notify, { loanId }))).status).toBe(404);
});
