/** Ledger queries for users. */
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import { nameOfUser } from '#contexts/loans/server/timeline.ts';
import type { ledger } from '#contexts/payments/contract/ledger.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import { rangeOf } from '../lists/list-store.ts';
import { paidLoanHas } from '../lists/payment-search.ts';
import { keptPostings } from './kept.ts';

type AccountRow = z.output<typeof ledger.accounts.gives>;
type AccountQuery = z.output<typeof ledger.accounts.takes>;

/** Balancing accounts of both ledgers; their balance is the negative of the others. */
const isOther = sql`account in ('borrower', 'cash_taken')`;

export function pageOfAccounts(tx: Tx, query: AccountQuery, now: Date): Promise<Page<AccountRow>> {
  const [from, to] = rangeOf(now, query.fromDate, query.toDate);
  const chosen = sql`from (
    select account, nullif(client_id, 0) as client_id, sum(came_in)::bigint as came_in, sum(gone)::bigint as gone, sum(lies)::bigint as lies
    from (
      select account, client_id, came_in * (day >= ${from})::int as came_in, gone * (day >= ${from})::int as gone, came_in - gone as lies
      from ledger_days_now where day <= ${to}) s
    where not ${isOther} group by 1, 2) a
    left join clients c on c.id = a.client_id ${where([
      sql`(a.came_in <> 0 or a.gone <> 0 or a.lies <> 0)`,
      ...narrow<typeof ledger.accounts>(query, {
        fromDate: null,
        toDate: null,
        clientIds: (ids) => ids.length > 0 && sql`a.client_id = any(${ids})`,
        account: (one) => sql`a.account = ${one}`,
        q: (q) => nameHas(sql`c.name`, q),
      }),
    ])}`;
  return counted(tx, query, chosen, () =>
    tx.planned<AccountRow>(sql`
      select row_number() over (order by c.name nulls last, starts_with(a.account, 'cash_'), a.account)::int as id, a.account,
        a.client_id as "clientId", c.name as client, a.came_in as "cameIn", a.gone as left, a.lies
      ${chosen} order by c.name nulls last, starts_with(a.account, 'cash_'), a.account ${paged(query)}`),
  );
}

type PostingRow = z.output<typeof ledger.postings.gives>;
export type PostingQuery = z.output<typeof ledger.postings.takes>;

const told = sql`p.id, p.at, p.day, p.amount, p.from_account as "from", p.to_account as "to", p.reason, p.source,
  p.source_id as "sourceId", ${nameOfUser(sql`p.by_id`)} as "byName", p.note`;

/** Postings of a period as `p`, with the loan, where it is still there, as `l`. */
export function wherePostings(actor: ServerActor, query: PostingQuery, now: Date): Fragment {
  const [from, to] = rangeOf(now, query.fromDate, query.toDate);
  return sql`from postings p left join loans l on l.id = p.loan_id ${where([
    sql`p.day between ${from} and ${to}`,
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof ledger.postings>(query, {
      fromDate: null,
      toDate: null,
      clientIds: (ids) => ids.length > 0 && sql`p.client_id = any(${ids})`,
      personIds: (ids) => ids.length > 0 && sql`p.person_id = any(${ids})`,
      account: (one) => sql`(p.to_account = ${one} or p.from_account = ${one})`,
      reason: (why) => sql`p.reason = ${why}`,
      q: paidLoanHas,
    }),
  ])}`;
}

export const postingJoins = sql`left join borrowers b on b.id = l.borrower_id left join clients c on c.id = p.client_id`;

export async function pageOfPostings(
  tx: Tx,
  actor: ServerActor,
  query: PostingQuery,
  now: Date,
): Promise<Page<PostingRow> & { summary: { cameIn: number; left: number } }> {
  const chosen = wherePostings(actor, query, now);
  const page = await counted(tx, query, chosen, () =>
    tx.planned<PostingRow>(sql`
      select ${told}, p.loan_id as "loanId", l.loan_number as "loanNumber", b.name as borrower, c.name as client,
        ${nameOfUser(sql`p.person_id`)} as "personName"
      from (select p.* ${chosen} order by p.id desc ${paged(query)}) p left join loans l on l.id = p.loan_id ${postingJoins}
      order by p.id desc`),
  );
  return { ...page, summary: await moved(tx, actor, query, now) };
}

const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
/** Full visibility with filters of days, lenders and account only uses the totals. */
async function moved(
  tx: Tx,
  actor: ServerActor,
  query: PostingQuery,
  now: Date,
): Promise<{ cameIn: number; left: number }> {
  const { fromDate, toDate, clientIds, account, page: _page, size: _size, part: _part, ...more } = query;
  const [from, to] = rangeOf(now, fromDate, toDate);
  if (seesAll(actor) && !Object.values(more).some(isAsked))
    return keptPostings(tx, { from, to, clientIds, account });
  const [summary] = await tx.planned<{ cameIn: number; left: number }>(sql`
    select coalesce(sum(p.amount) filter (where ${account ?? null}::text is null or p.to_account = ${account ?? null}), 0)::bigint as "cameIn",
      coalesce(sum(p.amount) filter (where p.from_account = ${account ?? null}), 0)::bigint as left ${wherePostings(actor, query, now)}`);
  return summary ?? { cameIn: 0, left: 0 };
}

const usualSize = 200;
type LoanPosting = z.output<typeof ledger.ofLoan.gives>;
export async function postingsOfLoan(
  tx: Tx,
  actor: ServerActor,
  { loanId, size = usualSize }: { loanId: number; size?: number },
): Promise<LoanPosting[]> {
  if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
  return tx.rows<LoanPosting>(sql`
    select ${told}, y.transaction_id as "transactionId",
      y.transaction_id_received as "transactionIdReceived"
    from (select * from postings where loan_id = ${loanId} order by id desc limit ${size}) p
      left join payments y on p.source = 'payment' and y.id = p.source_id
    order by max(p.day) over (partition by p.source, p.source_id) desc, p.source, p.source_id desc, p.id`);
}

type OpeningRow = z.output<typeof ledger.openings.gives>;
export const pageOfOpenings = (
  tx: Tx,
  query: z.output<typeof ledger.openings.takes>,
): Promise<Page<OpeningRow>> =>
  counted(tx, query, sql`from ledger_openings o`, () =>
    tx.rows<OpeningRow>(sql`
      select o.id, o.at, o.payments, o.amount, o.confirmed_at as "confirmedAt", ${nameOfUser(sql`o.confirmed_by`)} as "confirmedBy"
      from ledger_openings o
      order by o.id desc ${paged(query)}`),
  );

async function lockOpening(tx: Tx, id: number): Promise<void> {
  const open = await tx.one(
    sql`select 1 as ok from ledger_openings where id = ${id} and confirmed_at is null for update`,
  );
  if (!open) throw new Failure('NOT_FOUND');
}
export async function confirmOpening(tx: Tx, actor: ServerActor, id: number, now: Date): Promise<void> {
  await lockOpening(tx, id);
  await tx.run(
    sql`update ledger_openings set confirmed_at = ${now}, confirmed_by = ${actor.id} where id = ${id}`,
  );
  await tx.run(sql`
    select note_postings(range_agg(int8range(id, id, '[]'))) from postings where opening_id = ${id} having count(*) > 0`);
}
/** Returns the new one; the old one where the payments contain nothing for it. */
export async function remakeOpening(tx: Tx, id: number): Promise<number> {
  await lockOpening(tx, id);
  await tx.run(sql`select drop_opening(${id})`);
  const made = await tx.one<{ id: number | null }>(sql`select open_ledger() as id`);
  return made?.id ?? id;
}
