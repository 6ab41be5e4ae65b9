import { paged } from '#kernel/server/database/table.ts';
import { loanHas, loansFound, mobileHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { dnc, dncStatuses } from '#contexts/contact/contract/dnc.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import { type PageAsked, type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

export type Row = z.output<typeof dnc.list.gives>;
export type Status = (typeof dncStatuses)[number];
export interface DncQuery extends PageAsked {
  q?: string;
  jobId?: number;
  status?: Status;
}

const visibleTo = (actor: ServerActor): Fragment => visibleLoans(actor, sql`l.assignee_id`);
export const dncFrom = sql`from dnc_numbers n join loans l on l.id = n.loan_id`;
export const dncJoins = sql`join clients c on c.id = l.client_id`;
const shown = sql`
  n.id, 'XXXXXX' || right(n.mobile, 4) as mobile, n.status, n.updated_at as "updatedAt",
  jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'isDNC', l.is_dnc,
    'client', jsonb_build_object('name', c.name)) as "dncLoan"`;

/** Loan number or borrower, or a mobile by its last four digits or completely: partial matches would allow guessing. */
function matches(q: string): Fragment {
  const ofLoan = sql`n.loan_id = any(${loansFound(q)})`;
  const ofMobile = mobileHas(sql`n.mobile`, q);
  return ofMobile ? sql`(${ofLoan} or ${ofMobile})` : ofLoan;
}

export const whereNumbers = (actor: ServerActor, query: DncQuery): Fragment =>
  where([
    visibleTo(actor),
    ...narrow<typeof dnc.list>(query, {
      status: (status) => sql`n.status = ${status}`,
      jobId: (id) => sql`exists (select from dnc_history h where h.job_id = ${id} and h.dnc_id = n.id)`,
      q: matches,
    }),
  ]);

export function dncPage(tx: Tx, actor: ServerActor, query: DncQuery): Promise<Page<Row>> {
  const chosen = whereNumbers(actor, query);
  // A number's loan determines visibility only: with full visibility none is joined to total them.
  const isWhole = seesAll(actor) && !query.q && query.status === undefined && query.jobId === undefined;
  return counted(tx, query, isWhole ? sql`from dnc_numbers n` : sql`${dncFrom} ${chosen}`, () =>
    tx.rows<Row>(sql`select ${shown} ${dncFrom} ${dncJoins} ${chosen} order by n.id desc ${paged(query)}`),
  );
}

export const rowOf = (tx: Tx, actor: ServerActor, id: number): Promise<Row | undefined> =>
  tx.one<Row>(sql`select ${shown} ${dncFrom} ${dncJoins} where n.id = ${id} and ${visibleTo(actor)}`);

export const historyOf = (tx: Tx, id: number) =>
  tx.rows<z.output<typeof dnc.history.gives>>(sql`
    select h.id, h.status, h.created_at as "createdAt",
      case when u.id is null then null
        else jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name) end as user
    from dnc_history h left join users u on u.id = h.user_id where h.dnc_id = ${id} order by h.id desc`);

/** Row of a number, locked until commit. */
export const numberOf = (
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<{ loanId: number; mobile: string } | undefined> =>
  tx.one(sql`select n.loan_id as "loanId", n.mobile ${dncFrom}
    where n.id = ${id} and ${visibleTo(actor)} for no key update of n`);

/** Locks the loan, so that concurrent changes are serialised; undefined when invisible to the caller. */
export const lockSeenLoan = (
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<{ assigneeId: number | null } | undefined> =>
  tx.one(sql`select l.assignee_id as "assigneeId" from loans l
    where l.id = ${id} and ${visibleTo(actor)} for no key update`);

/** Loans by their number, for a form. */
export const loansFor = (tx: Tx, actor: ServerActor, asked: { q?: string; ids?: number[] }) =>
  tx.rows<{ id: number; name: string }>(sql`
    select l.id, l.loan_number || ' · ' || b.name as name
    from loans l join borrowers b on b.id = l.borrower_id
    ${where([
      visibleTo(actor),
      !asked.ids && sql`l.is_active`,
      asked.ids !== undefined && sql`l.id = any(${asked.ids})`,
      asked.q !== undefined && loanHas(asked.q),
    ])} order by l.loan_number limit 50`);

/**
 * Sets the DNC state of many numbers. `said` has the columns loan_id, mobile and status; the caller has locked the
 * loans. Unchanged ones are skipped; returns the changed numbers.
 */
export async function setNumbers(
  tx: Tx,
  said: Fragment,
  by: { userId: number; jobId: number | null },
): Promise<{ id: number; loanId: number }[]> {
  const changed = await tx.rows<{ id: number; loanId: number }>(sql`
    with put as (
      insert into dnc_numbers (loan_id, mobile, status) select loan_id, mobile, status from (${said}) said
      on conflict (loan_id, mobile) do update set status = excluded.status, updated_at = now()
        where dnc_numbers.status <> excluded.status
      returning id, loan_id, status),
    kept as (
      insert into dnc_history (dnc_id, status, user_id, job_id)
      select id, status, ${by.userId}::bigint, ${by.jobId}::bigint from put)
    select id, loan_id as "loanId" from put`);
  await flagLoans(
    tx,
    changed.map(({ loanId }) => loanId),
  );
  return changed;
}

/** Touches other loans with this number, so that phones sync them. */
export const markOwners = (tx: Tx, mobile: string): Promise<number> =>
  tx.run(sql`
    update loans set updated_at = now() where id in (
      select id from loans where mobile = ${mobile} for no key update skip locked)`);

/** A loan must not be called while one of its numbers must not. */
export const flagLoans = (tx: Tx, loanIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update loans l set is_dnc = now_is.dnc, updated_at = now()
    from (select x.id, exists (select from dnc_numbers n where n.loan_id = x.id and n.status = 'active') as dnc
      from unnest(${[...loanIds]}::bigint[]) x (id)) now_is
    where l.id = now_is.id and l.is_dnc <> now_is.dnc`);

export const idOf = async (tx: Tx, loanId: number, mobile: string): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`select id from dnc_numbers where loan_id = ${loanId} and mobile = ${mobile}`,
    )
  )?.id ?? 0;
