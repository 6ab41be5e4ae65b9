import { byKey, paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { RoleType } from '#kernel/contract/access.ts';
import type { usersTask } from '#contexts/work/contract/users-task.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import type { MatchingLoans } from '#contexts/loans/contract/loan-filters.ts';
import { whereLoans } from '#contexts/loans/server/store.ts';
import { isDncOf, paidOffOf } from '#contexts/loans/server/loan-state.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import { aheadOf } from '../promises/ahead.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, sql, where } from '#kernel/server/database/sql.ts';

export type Task = z.output<typeof usersTask.one.gives>;
export type TaskLoan = z.output<typeof usersTask.loans.gives>;

const named = (person: Fragment): Fragment =>
  sql`jsonb_build_object('agentName', trim(${person}.first_name || ' ' || ${person}.last_name))`;
const isLeft = sql`t.attended_at is null`;
const isOpen = sql`${isLeft} and l.paid_off_at is null`;
/** Progress of a task; for the tasks of a page only. */
const counts = sql`
  select count(*) as total, count(*) filter (where t.attended_at is not null) as attended,
    count(*) filter (where ${isLeft} and l.paid_off_at is not null) as paid,
    count(*) filter (where ${isOpen} and l.is_dnc) as dnc,
    count(*) filter (where ${isOpen} and not l.is_dnc and t.is_failed) as failed,
    count(*) filter (where ${isOpen} and not l.is_dnc and not t.is_failed and t.is_lead) as lead
  from daily_task_loans t join loans l on l.id = t.loan_id where t.task_id = k.id`;
const shown = (day: string): Fragment => sql`
  select k.id, k.u_id as "taskUId", k.name, k.is_started as "isStart", k.created_at as "createdAt", k.day = ${day} as "isToday",
    k.user_id as "userId", ${named(sql`u`)} as "taskUser", ${named(sql`c`)} as "createdByUser", n.total,
    n.attended as "isAttended", n.dnc as "isDNC", n.failed as "isFailed", n.lead as "isLead",
    n.total - n.attended - n.paid - n.dnc - n.failed as "isPending", n.paid as "isPaidOff"
  from daily_tasks k join users u on u.id = k.user_id join users c on c.id = k.created_by
  cross join lateral (${counts}) n`;

type Query = z.output<typeof usersTask.list.takes>;
export async function pageOfTasks(
  tx: Tx,
  actor: ServerActor,
  { day, ...query }: Query & { day: string },
): Promise<Page<Task>> {
  const chosen = where([
    visibleUsers(actor, sql`k.user_id`),
    ...narrow<typeof usersTask.list>(query, {
      q: (q) => nameHas(sql`k.name`, q),
      startDate: (from) => sql`k.day >= ${from}`,
      endDate: (until) => sql`k.day <= ${until}`,
      userIds: (ids) => sql`k.user_id = any(${ids})`,
    }),
  ]);
  const order = sql`order by k.day desc, k.id desc`;
  return counted(tx, query, sql`from daily_tasks k ${chosen}`, () =>
    tx.rows<Task>(sql`
    ${shown(day)} where k.id = any(array(select k.id from daily_tasks k ${chosen} ${order} ${paged(query)})) ${order}`),
  );
}

export const ownTasks = (tx: Tx, userId: number, day: string): Promise<Task[]> =>
  tx.rows<Task>(
    sql`${shown(day)} where k.user_id = ${userId} and k.day = ${day} order by k.is_started desc, k.id desc limit 50`,
  );

/** A user's tasks of a day with their loans, for the phone's cache: remaining ones first. */
export async function tasksOf(
  tx: Tx,
  actor: ServerActor,
  { day, mostLoans }: { day: string; mostLoans: number },
): Promise<(Task & { loans: TaskLoan[] })[]> {
  const kept: (Task & { loans: TaskLoan[] })[] = [];
  let left = mostLoans;
  for (const task of await ownTasks(tx, actor.id, day)) {
    const loans = left > 0 ? await loansOf(tx, actor, task.id, { day, most: left }) : [];
    left -= loans.length;
    kept.push({ ...task, loans });
  }
  return kept;
}

/** A task of a user the caller sees; `held`: with a row lock. */
export async function taskBy(
  tx: Tx,
  actor: ServerActor,
  { key, day, held }: { key: string; day: string; held?: boolean },
): Promise<Task | undefined> {
  const found = await tx.one<{ id: number }>(sql`
    select k.id from daily_tasks k where k.id = (select id from daily_tasks where ${byKey(key)})
      and ${visibleUsers(actor, sql`k.user_id`)} ${held ? sql`for no key update` : empty}`);
  return found && tx.one<Task>(sql`${shown(day)} where k.id = ${found.id}`);
}

const loansIn = (taskId: number): Fragment =>
  sql`(select x.loan_id from daily_task_loans x where x.task_id = ${taskId})`;

/** The loans of a task that the caller may still see. */
export const loansOf = (
  tx: Tx,
  actor: ServerActor,
  taskId: number,
  { day, most = 5000 }: { day: string; most?: number },
): Promise<TaskLoan[]> =>
  tx.rows<TaskLoan>(sql`
    select l.id, l.id as "loanId", b.name, l.loan_number as "loanNumber", t.attended_at is not null as "isAttended",
      ${isDncOf(sql`l`, sql`l.mobile`)} as "isDNC", ${paidOffOf(sql`l`)} as "paidOff",
      a.due_on as "promisedFor", d.disposition_id as "dispositionId", m.name as disposition,
      d.sub_disposition_id as "subDispositionId", s.name as "subDisposition", d.comments
    from daily_task_loans t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id
    left join borrower_dispositions d on d.id = t.entry_id left join dispositions m on m.id = d.disposition_id
    left join dispositions s on s.id = d.sub_disposition_id
    left join (${aheadOf(day, loansIn(taskId))}) a on a.loan_id = l.id
    where t.task_id = ${taskId} and ${visibleLoans(actor, sql`l.assignee_id`)}
    order by t.attended_at is not null, l.paid_off_at is not null, b.name, l.id limit ${most}`);

export interface HandedOver {
  loanId: number;
  assigneeId: number | null;
  isDNC: boolean;
  isPaidOff: boolean;
}
const handed = sql`
  select l.id as "loanId", l.assignee_id as "assigneeId", ${isDncOf(sql`l`, sql`l.mobile`)} as "isDNC",
    l.paid_off_at is not null as "isPaidOff"`;
/** Of these loans, those the caller sees. */
export const seenLoans = (tx: Tx, actor: ServerActor, ids: readonly number[]): Promise<HandedOver[]> =>
  tx.rows<HandedOver>(sql`
    ${handed} from loans l
    where l.id = any(${[...ids]}) and ${visibleLoans(actor, sql`l.assignee_id`)}`);

/** Visible loans of the list; one more than shown reveals others. */
export const matchingLoans = (
  tx: Tx,
  actor: ServerActor,
  { filter, most }: MatchingLoans,
): Promise<HandedOver[]> =>
  tx.rows<HandedOver>(sql`
    ${handed} from loans l
    ${whereLoans(actor, filter)} order by l.id limit ${most + 1}`);

/** Those of these users that are active and visible to the caller. */
export const seenPeople = (
  tx: Tx,
  actor: ServerActor,
  ids: readonly number[],
): Promise<{ id: number; roleType: RoleType }[]> =>
  tx.rows(sql`
    select u.id, r.role_type as "roleType" from users u join roles r on r.id = u.role_id
    where u.id = any(${[...ids]}) and u.is_active and ${visibleUsers(actor, sql`u.id`)}`);

export async function addTask(
  tx: Tx,
  task: { name: string; userId: number; by: number; day: string; loanIds: readonly number[] },
): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    insert into daily_tasks (name, user_id, created_by, day)
    values (${task.name}, ${task.userId}, ${task.by}, ${task.day}) returning id`);
  if (!made) throw new Error('no task was made');
  await tx.run(sql`
    insert into daily_task_loans (task_id, loan_id) select ${made.id}, id from unnest(${[...task.loanIds]}::bigint[]) id`);
  return made.id;
}

/** Starting a task stops the user's other one. */
export async function setStarted(tx: Tx, task: Task, isStart: boolean): Promise<void> {
  if (isStart)
    await tx.run(sql`
      update daily_tasks set is_started = false where user_id = ${task.userId} and is_started and id <> ${task.id}`);
  await tx.run(sql`update daily_tasks set is_started = ${isStart} where id = ${task.id}`);
}

/** Remaining loans of a task in list order; those with a future PTP last. */
export const openLoansOf = async (tx: Tx, taskId: number, day: string): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select l.id from daily_task_loans t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id
      left join (${aheadOf(day, loansIn(taskId))}) a on a.loan_id = l.id
      where t.task_id = ${taskId} and ${isOpen} and not t.is_failed and not l.is_dnc
      order by a.due_on is not null, b.name, l.id limit 200`)
  ).map(({ id }) => id);

export const setFailed = (tx: Tx, taskId: number, loanId: number): Promise<number> =>
  tx.run(sql`update daily_task_loans set is_failed = true where task_id = ${taskId} and loan_id = ${loanId}`);

/** Finished calls of a user without a disposition (G043). */
export const unsaidOf = async (tx: Tx, userId: number): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*) as n from call_attempts k where k.user_id = ${userId} and k.ended_at is not null
        and k.wrap_end_at is null and k.ended_at > now() - interval '1 day'`)
  )?.n ?? 0;
