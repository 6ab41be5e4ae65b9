/**
 * Any order of listen, whisper, join, takeover, hang-up, transfer and hold, by two supervisors and two agents: no line
 * remains on a finished call, no snoop channel without a supervisor, no party alone in a bridge, and the audit log has
 * each monitoring with its end.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { listening } from '../../src/contexts/dialer/contract/call-control/listening.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { type Desk, becomes, openDesk, statusOf } from './desk.ts';
import { until } from '../until.ts';

const phones = ['2011', '2012'] as const;
let desk: Desk;
let bosses: Caller[];
let agents: Caller[];
beforeAll(async () => {
  desk = await openDesk({ now: () => new Date() });
  await desk.server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99) on conflict do nothing`);
  // Removes contact hours, so that calls are allowed at any time.
  await desk.server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await desk.server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const bossAt = async (extension: string): Promise<Caller> => {
    const boss = await desk.server.person({ roleType: 'admin', flags: ['listen_calls'] });
    await desk.server.database.run(
      sql`update users set extension_number = ${Number(extension)} where id = ${boss.id}`,
    );
    return boss;
  };
  bosses = [await bossAt(phones[0]), await bossAt(phones[1])];
  agents = [await desk.agent(1001), await desk.agent(1002)];
  for (const agent of agents) await agent.call(dialer.login, { campaignId: desk.campaignId });
});
afterAll(() => desk.close());

const boss = fc.nat({ max: 1 });
const agent = fc.nat({ max: 1 });
const mode = fc.constantFrom('listen' as const, 'whisper' as const, 'join' as const);
const acts = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('listen' as const), boss, agent, mode }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), boss, mode }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop' as const), boss }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take over' as const), boss }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('put down' as const), boss }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold' as const), agent, isHeld: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hand on' as const), isBlind: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), agent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hang up' as const), agent }) },
);
const kinds: readonly string[] = [
  'cancel',
  'change',
  'complete',
  'hand on',
  'hang up',
  'hold',
  'listen',
  'put down',
  'stop',
  'take over',
];
/** Each at once after the one before, or when that has had its time. */
const history = fc.array(fc.tuple(acts, fc.boolean()), { minLength: 8, maxLength: 24 });
type Act = typeof acts extends fc.Arbitrary<infer A> ? A : never;
/** Those that went wrong once. */
const known: [Act, boolean][][] = [
  [
    [{ kind: 'hand on', isBlind: false }, true],
    [{ kind: 'listen', boss: 0, agent: 1, mode: 'listen' }, true],
    [{ kind: 'cancel', agent: 0 }, true],
  ],
  [
    [{ kind: 'listen', boss: 0, agent: 0, mode: 'listen' }, true],
    [{ kind: 'take over', boss: 0 }, true],
    [{ kind: 'stop', boss: 1 }, true],
  ],
];

const [first, second] = [() => agents[0] as Caller, () => agents[1] as Caller];
async function act(one: Act): Promise<unknown> {
  switch (one.kind) {
    case 'listen':
      return bosses[one.boss]?.call(listening.start, {
        userId: agents[one.agent]?.id ?? 0,
        mode: one.mode,
      });
    case 'change':
      return bosses[one.boss]?.call(listening.change, { mode: one.mode });
    case 'stop':
      return bosses[one.boss]?.call(listening.stop, {});
    case 'take over':
      return bosses[one.boss]?.call(listening.takeOver, {});
    case 'put down':
      return legsTo(phones[one.boss] ?? '').forEach((id) => desk.fake.giveUp(id));
    case 'hold':
      return agents[one.agent]?.call(dialer.hold, { isHeld: one.isHeld });
    case 'hand on':
      return first().call(transfers.start, { isBlind: one.isBlind, userId: second().id });
    case 'complete':
      return first().call(transfers.complete, {});
    case 'cancel':
      return agents[one.agent]?.call(transfers.cancel, {});
    case 'hang up':
      return agents[one.agent]?.call(dialer.hangUp, {});
  }
}

const legsTo = (extension: string): string[] =>
  [...desk.fake.channels.values()]
    .filter(({ name }) => name.startsWith(`PJSIP/${extension}-`))
    .map(({ id }) => id);
const ears = () => [...desk.fake.channels.values()].filter(({ spiesOn }) => spiesOn !== undefined);
const mixing = () => [...desk.fake.bridges.values()].filter((one) => one.bridge_type === 'mixing');

interface Speaking {
  userId: number;
  legId: string;
}
const speaking = (): Promise<Speaking[]> =>
  desk.server.database.rows<Speaking>(sql`
    select s.user_id as "userId", s.agent_leg_id as "legId" from agent_sessions s
    join call_attempts k on k.id = s.current_attempt_id and k.state = 'bridged' and k.end_reason is null
    where s.ended_at is null and s.activity = 'TALK'`);
/** Agents on a call alone in its bridge; snoop channels without a row. */
async function wrongs(): Promise<string[]> {
  const alone = (await speaking()).filter(
    ({ legId }) => !mixing().some(({ channels }) => channels.includes(legId) && channels.length > 1),
  );
  const listens = await desk.server.database.rows<{ ear: string; legId: string | null }>(sql`
    select 'ear-' || h.leg_id as ear, s.agent_leg_id as "legId" from call_listens h
    left join agent_sessions s on s.user_id = h.agent_id and s.ended_at is null and s.current_attempt_id = h.attempt_id
    where h.ended_at is null`);
  // A party left with a borrower is unmuted, unless there is music.
  const unheard = mixing().filter(({ id, channels }) => {
    const borrower = channels.find((one) => id.endsWith(one));
    return borrower !== undefined && channels.length > 1 && desk.fake.heardBy(borrower).length === 0;
  });
  const on = new Map(listens.map(({ ear, legId }) => [ear, legId]));
  const unknown = ears().filter(({ id, spiesOn }) => on.get(id) !== spiesOn);
  return [
    ...alone.map(({ userId }) => `${userId} speaks with nobody`),
    ...unheard.map(({ id }) => `nobody is heard in ${id}`),
    ...unknown.map(({ id, spiesOn }) => `${id} hears ${spiesOn}`),
  ];
}
/** The request succeeded or failed. */
const isDone = (): Promise<unknown> =>
  until(
    async () =>
      (await desk.server.database.one(sql`
        select 1 as ok where exists (select from call_listens where ended_at is null and told_mode is distinct from mode)
          or exists (select from call_transfers where ended_at is null and stage = 'ringing')`)) ===
      undefined,
  );
/** Once all effects of the request are complete. */
const settles = (): Promise<unknown> => until(async () => (await wrongs()).length === 0);

async function begin(n: number): Promise<void> {
  const { database } = desk.server;
  await until(async () => ['First-login', 'IDLE'].includes(await statusOf(first())));
  await second().call(dialer.ready, {});
  await becomes(second(), 'waiting');
  const loan = await database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Spoken to') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, 'Spoken to', ${`P${n}`}, ${`98${String(n).padStart(6, '0')}53`}, ${first().id} from b returning id`);
  await first().call(dialer.manualCall, { id: String(loan?.id ?? 0) });
  await becomes(first(), 'on-call');
}
/** Everybody hangs up, and writes down what there is. */
async function finish(): Promise<void> {
  for (const one of [...phones].flatMap(legsTo)) desk.fake.giveUp(one);
  for (const one of agents) {
    if (['on-call', 'ringing'].includes(await statusOf(one)))
      await one.call(dialer.hangUp, {}).catch(() => undefined);
  }
  // A taken-over call has no agent who could disconnect it.
  await desk.server.database
    .rows<{ id: string }>(sql`select reference_id as id from call_attempts where state <> 'ended'`)
    .then((left) => left.forEach(({ id }) => desk.fake.giveUp(id)));
  for (const one of agents) {
    await until(async () => ['wrap-up', 'IDLE', 'waiting'].includes(await statusOf(one)));
    const { call } = await one.call(dialer.status, {});
    if (call)
      await one.call(borrowerDispositions.record, {
        loanId: call.loanId ?? 0,
        callRefNo: call.callRefNo,
        dispositionId: 900,
        comments: 'Spoke',
      });
    if ((await statusOf(one)) === 'waiting') await one.call(dialer.pause, {});
    await becomes(one, 'IDLE');
  }
}
/** Leftovers at the end: must be empty. */
async function left(): Promise<unknown[]> {
  const open = await desk.server.database.rows(sql`
    select 'listens' as what, leg_id::text as id from call_listens where ended_at is null
    union all select 'call', reference_id::text from call_attempts where state <> 'ended'
    union all select 'handed on', id::text from call_transfers where ended_at is null`);
  const lines = await desk.server.database.rows<{ id: string }>(
    sql`select agent_leg_id as id from agent_sessions where ended_at is null`,
  );
  const known = new Set(lines.map(({ id }) => id));
  return [
    ...open,
    ...[...desk.fake.channels.values()].filter(({ id }) => !known.has(id)).map(({ name }) => name),
    ...mixing().map(({ id }) => id),
  ];
}
/** Each monitoring starts once and ends once in the audit log. */
const audited = () =>
  desk.server.database.one<{ listens: number; began: number; ended: number }>(sql`
    select (select count(*)::int from call_listens) as listens,
      (count(*) filter (where type = 'listening.started'))::int as began,
      (count(*) filter (where type in ('listening.stopped', 'listening.taken-over')))::int as ended
    from event where domain = 'listening'`);

let runs = 0;
/** Accepted requests. */
const taken = new Set<string>();
test(
  `${runsOf(14, 300)} orders of monitoring and transfer leave no party alone and no leftovers`,
  { timeout },
  () =>
    fc
      .assert(
        fc.asyncProperty(history, async (all) => {
          runs += 1;
          await begin(runs);
          for (const [i, [one, waits]] of all.entries()) {
            await act(one).then(
              () => taken.add(one.kind),
              () => undefined,
            );
            if (waits) await isDone();
            if (i % 3 === 2) await settles();
          }
          await settles();
          await finish();
          await until(async () => (await left()).length === 0).catch(() => undefined);
          expect(await left()).toEqual([]);
          const { listens = -1, began, ended } = (await audited()) ?? {};
          expect({ began, ended }).toEqual({ began: listens, ended: listens });
        }),
        { numRuns: runsOf(14, 300), seed, endOnFailure: true, examples: known.map((one) => [one]) },
      )
      .then(() => expect([...taken].toSorted()).toEqual(kinds)),
);
