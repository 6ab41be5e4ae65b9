import { byKey, paged } from '#kernel/server/database/table.ts';
import { likeInLong } from '#kernel/server/database/search.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { complaints } from '#contexts/complaints/contract/complaints.ts';
import type { ComplaintKind, ComplaintState } from '#contexts/complaints/contract/complaint-rules.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

export type ComplaintRow = z.output<typeof complaints.one.gives>;
export type ComplaintStep = z.output<typeof complaints.steps.gives>;
type Query = z.output<typeof complaints.list.takes>;
type LenderRow = z.output<typeof complaints.ofLender.gives>;
type LenderQuery = z.output<typeof complaints.ofLender.takes>;
export interface ComplaintCounts {
  taken: number;
  waiting: number;
  late: number;
  closed: number;
}

const nameOf = (user: Fragment): Fragment =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;
const waits = sql`k.state in ('open', 'reopened')`;
const lateOn = (day: string): Fragment => sql`(${waits} and k.due_on < ${day}::date)`;
const joined = sql`complaints k join loans l on l.id = k.loan_id join borrowers b on b.id = l.borrower_id`;
const inBrief = (day: string): Fragment => sql`
  k.id, k.number, l.loan_number as "loanNumber", b.name as borrower, k.kind, k.words, k.channel, k.state, k.due_on as "dueOn",
  ${lateOn(day)} as "isLate", k.created_at as "createdAt", k.answered_at as "answeredAt", k.closed_at as "closedAt"`;
const shown = (day: string): Fragment => sql`
  ${inBrief(day)}, k.loan_id as "loanId", (select c.name from clients c where c.id = k.client_id) as client,
  k.owner_id as "ownerId", ${nameOf(sql`k.owner_id`)} as owner, k.about_id as "aboutId", ${nameOf(sql`k.about_id`)} as about,
  ${nameOf(sql`k.taken_by`)} as "takenBy"`;
/** Of visible loans, or assigned ones; excludes complaints about the caller. */
const visibleTo = (actor: ServerActor): Fragment => sql`
  k.about_id is distinct from ${actor.id} and (${visibleLoans(actor, sql`l.assignee_id`)} or k.owner_id = ${actor.id})`;
const found = (q: string): Fragment => sql`(k.number ilike ${likeInLong(plainText(q))} or ${loanHas(q)})`;
const counting = (day: string): Fragment => sql`
  select count(*)::int as taken, (count(*) filter (where ${waits}))::int as waiting,
    (count(*) filter (where ${lateOn(day)}))::int as late, (count(*) filter (where k.state = 'closed'))::int as closed`;

const narrowed = (day: string) => ({
  state: (state: string) => sql`k.state = ${state}`,
  kind: (kind: string) => sql`k.kind = ${kind}`,
  isLate: (isLate: boolean) => sql`${lateOn(day)} = ${isLate}`,
  q: found,
});

export async function pageOfComplaints(
  tx: Tx,
  actor: ServerActor,
  { day, ...query }: Query & { day: string },
): Promise<Page<ComplaintRow> & { summary: ComplaintCounts | undefined }> {
  const from = sql`from ${joined} ${where([
    visibleTo(actor),
    ...narrow<typeof complaints.list>(query, {
      ...narrowed(day),
      clientId: (clientId) => sql`k.client_id = ${clientId}`,
    }),
  ])}`;
  const page = await counted(tx, query, from, () =>
    tx.planned<ComplaintRow>(
      sql`select ${shown(day)} ${from} order by (${waits}) desc, k.due_on, k.id desc ${paged(query)}`,
    ),
  );
  return { ...page, summary: await tx.one<ComplaintCounts>(sql`${counting(day)} ${from}`) };
}

export async function pageOfLender(
  tx: Tx,
  actor: ServerActor,
  { day, ...query }: LenderQuery & { day: string },
): Promise<Page<LenderRow> & { summary: ComplaintCounts | undefined }> {
  const from = sql`from ${joined} ${where([
    sql`k.client_id = ${actor.clientId}`,
    ...narrow<typeof complaints.ofLender>(query, narrowed(day)),
  ])}`;
  const page = await counted(tx, query, from, () =>
    tx.planned<LenderRow>(sql`
      select ${inBrief(day)}, (select s.words from complaint_steps s where s.complaint_id = k.id and s.what = 'answered'
        order by s.id desc limit 1) as answer ${from} order by k.id desc ${paged(query)}`),
  );
  return { ...page, summary: await tx.one<ComplaintCounts>(sql`${counting(day)} ${from}`) };
}

export const complaintOf = (
  tx: Tx,
  actor: ServerActor,
  { key, day }: { key: string; day: string },
): Promise<ComplaintRow | undefined> =>
  tx.one<ComplaintRow>(sql`select ${shown(day)} from ${joined}
    where k.id = (select id from complaints where ${byKey(key)}) and ${visibleTo(actor)}`);

export interface Held {
  id: number;
  number: string;
  loanId: number;
  state: ComplaintState;
  aboutId: number | null;
  ownerId: number | null;
  holdId: number | null;
  assigneeId: number | null;
  lender: string;
  mobile: string | null;
  email: string | null;
}
/** Locked, so that two decisions are serialised. A complaint about the caller is found, to be rejected by name. */
export const lockComplaint = (tx: Tx, actor: ServerActor, key: string): Promise<Held | undefined> =>
  tx.one<Held>(sql`
    select k.id, k.number, k.loan_id as "loanId", k.state, k.about_id as "aboutId", k.owner_id as "ownerId",
      k.hold_id as "holdId", l.assignee_id as "assigneeId", c.name as lender, l.mobile, b.email
    from ${joined} join clients c on c.id = k.client_id where k.id = (select id from complaints where ${byKey(key)})
      and (${visibleLoans(actor, sql`l.assignee_id`)} or k.owner_id = ${actor.id}) for no key update of k`);

export const complaintSteps = (tx: Tx, complaintId: number): Promise<ComplaintStep[]> =>
  tx.rows<ComplaintStep>(sql`
    select s.id, s.at, s.what, ${nameOf(sql`s.user_id`)} as who, s.words, s.sent_by as "sentBy"
    from complaint_steps s where s.complaint_id = ${complaintId} order by s.id limit 500`);

export const addStep = (
  tx: Tx,
  o: { id: number; at: Date; userId: number | null; what: string; words?: string; sentBy?: string | null },
): Promise<number> =>
  tx.run(sql`insert into complaint_steps (complaint_id, at, user_id, what, words, sent_by)
    values (${o.id}, ${o.at}, ${o.userId}, ${o.what}, ${o.words ?? ''}, ${o.sentBy ?? null})`);

export const answerDays = async (tx: Tx): Promise<number> =>
  (await tx.one<{ days: number }>(sql`select answer_days as days from complaint_rule`))?.days ?? 30;
export const setAnswerDays = (tx: Tx, days: number): Promise<number> =>
  tx.run(sql`update complaint_rule set answer_days = ${days}`);

/** The nearest active leader above the agent who is not the subject; else the first administrator. */
export const ownerFor = (
  tx: Tx,
  o: { from: number | null; not: number | null },
): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    with recursive above as (
      select u.reporting_to as id, 1 as n from users u where u.id = ${o.from}
      union all select u.reporting_to, a.n + 1 from above a join users u on u.id = a.id where a.n < 20)
    select u.id from users u join roles r on r.id = u.role_id left join (select id, min(n) as n from above group by id) a on a.id = u.id
    where u.is_active and u.id is distinct from ${o.not}
      and (a.id is not null and r.role_type not in ('agent', 'client') or r.role_type in ('admin', 'system_admin'))
    order by a.n nulls last, r.role_type = 'admin' desc, u.id limit 1`);

/** True if the user was assigned the loan, contacted the borrower, or leads an assigned agent. */
export const hadToDo = async (tx: Tx, o: { userId: number; loanId: number }): Promise<boolean> =>
  (await tx.one(sql`
    with recursive workers as (
      select assignee_id as id from loans where id = ${o.loanId}
      union select user_id from loan_assignments where loan_id = ${o.loanId}),
    above as (
      select id, 1 as n from workers where id is not null
      union select u.reporting_to, a.n + 1 from above a join users u on u.id = a.id where u.reporting_to is not null and a.n < 20)
    select 1 as ok from users u where u.id = ${o.userId} and u.id in (select id from above)`)) !== undefined;

export interface NewComplaint {
  loanId: number;
  kind: ComplaintKind;
  words: string;
  channel: string;
  aboutId: number | null;
  ownerId: number | null;
  takenBy: number | null;
  dueOn: string;
  now: Date;
}
export const insertComplaint = (
  tx: Tx,
  o: NewComplaint,
): Promise<{ id: number; number: string; dueOn: string } | undefined> =>
  tx.one(sql`
    with next as (select nextval(pg_get_serial_sequence('complaints', 'id')) as id)
    insert into complaints (id, number, loan_id, client_id, kind, words, channel, about_id, owner_id, taken_by, due_on, created_at)
    select next.id, 'C' || lpad(next.id::text, 6, '0'), l.id, l.client_id, ${o.kind}, ${o.words}, ${o.channel}, ${o.aboutId}, ${o.ownerId}, ${o.takenBy},
      ${o.dueOn}::date, ${o.now} from loans l cross join next where l.id = ${o.loanId}
    returning id, number, due_on as "dueOn"`);
