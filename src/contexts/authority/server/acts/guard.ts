/** Middleware of act handlers: permitted ones continue, others are stored as pending. */
import { isAlone } from '#contexts/authority/contract/rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Context, Route } from '#kernel/server/http/implement.ts';
import { KeptForOthers } from '#kernel/server/http/kept.ts';
import type { EventLog } from '#kernel/server/live/event.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { mailText } from '#text/en/mail.ts';
import { goOn } from '../engine.ts';
import { type Policy, isAnyPolicy, policyOf, stepsOfOthers } from '../policy.ts';
import { type Act, type ActReading, markOf } from './act.ts';
import { type KeptAct, addAct, sameAct, actSeal, subjectOfAct, takeGrant } from './store.ts';

interface GuardDeps {
  acts: () => readonly Act[];
  safe: Safe;
  jobs: Jobs;
}
/** Contexts that execute an approved act. */
const agreed = new WeakSet<object>();
export const agreedTo = (context: Context): Context => {
  agreed.add(context);
  return context;
};

const peopleOf = async (tx: Tx, id: number): Promise<string> =>
  (
    await tx.rows<{ name: string }>(sql`
      select u.first_name || ' ' || u.last_name as name from users u where u.id in (
        select unnest(q.waits_for) from authority_requests q
        join authority_acts a on a.id = q.subject_id and a.kind = q.kind where a.id = ${id} and q.state = 'open')
      order by u.id limit 5`)
  )
    .map(({ name }) => name)
    .join(', ');

async function toldOf(tx: Tx, id: number): Promise<Failure> {
  const people = await peopleOf(tx, id);
  return people === '' ? new Failure('WAITS_A_DAY') : new Failure('WAITS_FOR_OTHERS', { people });
}

/** Without a second approver: takes effect after 24 hours and notifies the address on record. */
async function waitADay(
  tx: Tx,
  { jobs }: GuardDeps,
  o: { kept: KeptAct; reading: ActReading; now: Date },
): Promise<void> {
  await tx.run(sql`
    update authority_acts set runs_at = ${o.now}::timestamptz + interval '24 hours' where id = ${o.kept.id}`);
  const { told } = o.reading;
  if (told)
    await jobs.enqueue(tx, 'mail.send', { to: told.email, ...mailText.changeInADay({ name: told.name }) });
}

async function keepAct(
  tx: Tx,
  deps: GuardDeps,
  o: { act: Act; input: unknown; reading: ActReading; by: number; now: Date; events: EventLog },
): Promise<Failure> {
  const { act, reading, by, now, events } = o;
  const endpoint = act.endpoint.name;
  const before = await sameAct(tx, { endpoint, askedBy: by, stands: markOf(reading) });
  if (before) return toldOf(tx, before.id);
  const asked = deps.safe.seal(JSON.stringify(o.input), actSeal(endpoint, by));
  const secondBy = reading.needsTwo && act.secondBy;
  const kept = await addAct(tx, { kind: act.kind, endpoint, asked, askedBy: by, secondBy, reading });
  const facts = { kind: act.kind, subjectId: kept.id };
  const place = await goOn(tx, { subject: subjectOfAct(kept), flag: null, by, now, comment: '' });
  if (!place) {
    if (!act.waitsADay) {
      await tx.run(sql`delete from authority_acts where id = ${kept.id}`);
      return new Failure('NOBODY_MAY');
    }
    await waitADay(tx, deps, { kept, reading, now });
  }
  events.emit('authority.asked', { id: kept.id, facts, to: [by, ...(place?.people ?? [])] });
  return toldOf(tx, kept.id);
}

/** True if the policy in force, or the act itself without one, requires a second person. */
function isSecondNeeded(steps: Policy['steps'] | undefined, { needsTwo, facts }: ActReading): boolean {
  if (needsTwo === 'always') return true;
  return steps ? !isAlone(steps, facts) : needsTwo === 'unless-alone';
}

async function look(deps: GuardDeps, act: Act, input: unknown, context: Context): Promise<void> {
  if (agreed.has(context)) return;
  if (act.secondBy === undefined && !(await isAnyPolicy(context.tx, act.kind))) return;
  const reading = await act.read(input as never, context);
  if (!reading) return;
  const { tx, actor, now } = context;
  const policy = await policyOf(tx, { kind: act.kind, portfolioId: null, clientId: reading.clientId });
  const needsOthers = policy && reading.needsTwo === 'unless-alone';
  const steps = needsOthers ? await stepsOfOthers(tx, policy.steps, actor.id) : policy?.steps;
  if (!isSecondNeeded(steps, reading)) return;
  const mine = { endpoint: act.endpoint.name, askedBy: actor.id, stands: markOf(reading) };
  if (act.isAnswered && (await takeGrant(tx, { ...mine, now }))) return;
  throw new KeptForOthers(actor.id, (own, events) =>
    keepAct(own, deps, { act, input, reading, by: actor.id, now, events }),
  );
}

/** Every caller of an act's handler passes it. */
export const guardOf =
  (deps: GuardDeps) =>
  (route: Route): Route => {
    const mine = deps.acts().filter(({ endpoint }) => endpoint.name === route.endpoint.name);
    if (mine.length === 0) return route;
    const { handle } = route;
    if (handle.ahead)
      throw new Error(`${route.endpoint.name} works ahead of its transaction: it cannot wait`);
    const guarded = async (input: never, context: Context): Promise<unknown> => {
      for (const act of mine) await look(deps, act, input, context);
      return handle(input, context);
    };
    return { ...route, handle: Object.assign(guarded, handle) };
  };
