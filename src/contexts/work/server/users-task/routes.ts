import { Failure } from '#kernel/contract/failure.ts';
import type { MatchingLoans } from '#contexts/loans/contract/loan-filters.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { checkStart, mayGive } from './rules.ts';
import * as store from './store.ts';

interface Deps {
  /** What the dialer is doing for a person. */
  dialerOf: (tx: Tx, userId: number) => Promise<'idle' | 'busy' | 'off'>;
  /** Calls a loan for the caller; throws when contact rules or the dialer reject it. */
  placeCall: (context: Context, wanted: { loanId: number; taskId: number }) => Promise<string>;
  /** Loans among these with a borrower or number called too recently. */
  restingOf: (
    tx: Tx,
    of: { userId: number; loanIds: readonly number[]; now: Date },
  ) => Promise<ReadonlySet<number>>;
}
interface Part {
  userId?: number;
  loans: readonly { loanId: number }[];
}

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);
const missing = (): Failure => new Failure('NOT_FOUND');

async function find({ tx, actor, now }: Context, key: string, held = false): Promise<store.Task> {
  const task = await store.taskBy(tx, actor, { key, day: businessDay(now), held });
  if (!task) throw missing();
  return task;
}

/** Loans by user: the user named, else the assignee of the loan. */
async function deal(tx: Tx, actor: ServerActor, parts: readonly Part[]): Promise<Map<number, Set<number>>> {
  const wanted = parts.flatMap(({ userId, loans }) => loans.map(({ loanId }) => ({ loanId, userId })));
  const loanIds = [...new Set(wanted.map(({ loanId }) => loanId))];
  const seen = new Map((await store.seenLoans(tx, actor, loanIds)).map((loan) => [loan.loanId, loan]));
  // All must be visible, or no task is created.
  if (seen.size < loanIds.length) throw missing();
  const dealt = new Map<number, Set<number>>();
  for (const { loanId, userId } of wanted) {
    const loan = seen.get(loanId);
    // Paid-off loans are skipped, selected or not.
    if (loan?.isPaidOff) continue;
    const person = userId ?? loan?.assigneeId;
    // Loans on the do-not-call list cannot be selected (G078).
    if (!person || loan?.isDNC) throw wrong('taskData');
    dealt.set(person, (dealt.get(person) ?? new Set()).add(loanId));
  }
  return dealt;
}

/** Matching loans are distributed to their assignees; DNC loans, and those of assignees without tasks, are skipped. */
async function dealMatching(
  tx: Tx,
  actor: ServerActor,
  matching: MatchingLoans,
): Promise<Map<number, Set<number>>> {
  const seen = await store.matchingLoans(tx, actor, matching);
  if (seen.length > matching.most) throw new Failure('MORE_MATCH', { most: matching.most });
  const workers = [...new Set(seen.flatMap(({ assigneeId }) => assigneeId ?? []))];
  const people = await store.seenPeople(tx, actor, workers);
  const able = new Set(people.filter((person) => mayGive(actor, person)).map(({ id }) => id));
  const dealt = new Map<number, Set<number>>();
  for (const { loanId, assigneeId, isDNC, isPaidOff } of seen)
    if (assigneeId !== null && able.has(assigneeId) && !isDNC && !isPaidOff)
      dealt.set(assigneeId, (dealt.get(assigneeId) ?? new Set()).add(loanId));
  if (dealt.size === 0) throw wrong('matching');
  return dealt;
}

async function change(deps: Deps, context: Context, id: string, isStart: boolean): Promise<store.Task> {
  const { tx, actor, emit } = context;
  const task = await find(context, id, true);
  if (isStart)
    checkStart({
      isToday: task.isToday,
      pending: task.isPending,
      dialer: await deps.dialerOf(tx, task.userId),
      unsaid: await store.unsaidOf(tx, task.userId),
    });
  await store.setStarted(tx, task, isStart);
  const to = await watchersOf(tx, [task.userId, actor.id]);
  const facts = { before: { isStart: task.isStart }, after: { isStart } };
  emit('users-task.updated', { id: task.id, facts, to });
  return { ...task, isStart };
}

/** Rules specific to one loan today; the others apply to all loans at the moment. */
const passing = new Set(['hours', 'no_hours', 'closed']);
/** Rules that end during the day: the loan is called after the others. */
const waiting = new Set(['avoided', 'recently_called', 'on_call']);

/** Next callable loan; one blocked for today is recorded as failed, one blocked for now remains pending. */
async function callNext(deps: Deps, context: Context, task: store.Task): Promise<{ isCompleted: boolean }> {
  const { tx, now } = context;
  let later: Failure | undefined;
  const loanIds = await store.openLoansOf(tx, task.id, businessDay(now));
  const resting = await deps.restingOf(tx, { userId: task.userId, loanIds, now });
  const due = loanIds.filter((id) => !resting.has(id));
  // One of the blocked is tried last: its failure has the next possible time.
  for (const loanId of [...due, ...loanIds.filter((id) => resting.has(id)).slice(0, 1)]) {
    try {
      await deps.placeCall(context, { loanId, taskId: task.id });
      return { isCompleted: false };
    } catch (error) {
      // Retried later: at another time of day, or once an administrator has entered a number.
      const isLater =
        error instanceof Failure &&
        (waiting.has(String(error.facts['rule'])) || error.code === 'NO_CALLER_ID');
      if (isLater) {
        later = error;
        continue;
      }
      const rule = error instanceof Failure && error.code === 'CONTACT_BLOCKED' ? error.facts['rule'] : null;
      if (!rule || passing.has(String(rule))) throw error;
      await store.setFailed(context.tx, task.id, loanId);
    }
  }
  if (later) throw later;
  await change(deps, context, task.taskUId, false);
  return { isCompleted: true };
}

export const usersTaskRoutes = (deps: Deps): Route[] =>
  implement(usersTask, {
    list: (query, { tx, actor, now }) => store.pageOfTasks(tx, actor, { ...query, day: businessDay(now) }),
    today: (_, { tx, actor, now }) => store.ownTasks(tx, actor.id, businessDay(now)),
    one: ({ id }, context) => find(context, id),
    async loans({ id }, context) {
      const task = await find(context, id);
      return store.loansOf(context.tx, context.actor, task.id, { day: businessDay(context.now) });
    },

    async create({ name, taskData, matching }, { tx, actor, now, emit }) {
      if (Boolean(taskData) === Boolean(matching)) throw wrong('taskData');
      const dealt = await (matching ? dealMatching(tx, actor, matching) : deal(tx, actor, taskData ?? []));
      if (dealt.size === 0) throw wrong('taskData');
      const people = await store.seenPeople(tx, actor, [...dealt.keys()]);
      if (people.length < dealt.size) throw missing();
      if (!people.every((person) => mayGive(actor, person))) throw wrong('taskData');
      const to = await watchersOf(tx, [...dealt.keys(), actor.id]);
      for (const [userId, loanIds] of dealt) {
        const task = { name, userId, by: actor.id, day: businessDay(now), loanIds: [...loanIds] };
        const id = await store.addTask(tx, task);
        emit('users-task.created', { id, facts: { name, userId, loans: loanIds.size }, to });
      }
      const loans = [...dealt.values()].reduce((sum, { size }) => sum + size, 0);
      return { tasks: dealt.size, loans };
    },

    edit: ({ id, isStart }, context) => change(deps, context, id, isStart),

    async call({ id }, context) {
      const task = await find(context, id, true);
      if (task.isPending === 0) {
        await change(deps, context, id, false);
        return { isCompleted: true };
      }
      if (!task.isToday) throw new Failure('TASK_OVER');
      if (task.userId !== context.actor.id || (await deps.dialerOf(context.tx, task.userId)) !== 'idle')
        throw new Failure('DIALER_NOT_IDLE');
      return callNext(deps, context, task);
    },
  });
