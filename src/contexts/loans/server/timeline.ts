/** Everything that happened to a loan as one list, out of the sources of all contexts. */
import type { z } from 'zod/mini';
import { may } from '#kernel/contract/access.ts';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import type { timelineRow } from '#contexts/loans/contract/loan-timeline.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { freeMask } from './masks.ts';
import type { TimelineSource } from './slots.ts';

const usualSize = 30;

export const nameOfUser = (column: Fragment): Fragment =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${column})`;

/** The columns of every source, in this order; a source names those it has. */
const columns = {
  at: sql`null::timestamptz`,
  kind: sql`null::text`,
  what: sql`null::text`,
  more: sql`null::text`,
  state: sql`null::text`,
  amount: sql`null::bigint`,
  received: sql`null::bigint`,
  day: sql`null::date`,
  seconds: sql`null::int`,
  note: sql`null::text`,
  by: sql`null::text`,
} as const;
type Column = keyof typeof columns;

/** `select` of a source: what it does not name is empty. */
export const timelineSelect = (
  own: Partial<Record<Column, Fragment>> & { at: Fragment; kind: Fragment },
): Fragment =>
  sql`select ${join(
    (Object.keys(columns) as Column[]).map((name) => own[name] ?? columns[name]),
    ', ',
  )}`;

/** What the loans tell themselves: papers of the borrower, and the day the loan came. */
const loanSources: readonly TimelineSource[] = [
  {
    can: borrowerDocuments.list.can,
    rows: (loanId) => sql`
      ${timelineSelect({ at: sql`d.created_at`, kind: sql`'document'`, what: sql`k.name`, more: sql`d.name`, by: nameOfUser(sql`d.added_by`) })}
      from borrower_documents d join document_categories k on k.id = d.category_id
      where d.borrower_id = (select l.borrower_id from loans l where l.id = ${loanId})`,
  },
  {
    can: loans.one.can,
    rows: (loanId) => sql`
      ${timelineSelect({ at: sql`l.created_at`, kind: sql`'received'`, what: sql`p.name` })}
      from loans l join portfolios p on p.id = l.portfolio_id where l.id = ${loanId}`,
  },
];

export type TimelineRow = z.output<typeof timelineRow>;
const names = sql`at, kind, what, more, state, amount, received, day, seconds, note, by`;

/** Kinds not cached on phones: document names contain personal identifiers. */
const offPhone = ['document', 'letter'];

/** Newest items of several loans, for phones; free text is masked as in exports. */
export async function newestOfLoans(
  tx: Tx,
  actor: ServerActor,
  sources: readonly TimelineSource[],
  { loanIds, size }: { loanIds: readonly number[]; size: number },
): Promise<Map<number, TimelineRow[]>> {
  if (loanIds.length === 0) return new Map();
  const newest = [...loanSources, ...sources]
    .filter(({ can }) => may(actor, can))
    .map(({ rows }) => sql`(${rows(sql`wanted.id`)} order by 1 desc limit ${size + offPhone.length})`);
  const rows = await tx.rows<TimelineRow & { loanId: number }>(sql`
    select wanted.id as "loanId", t.at, t.kind, t.what, t.more, t.state, t.amount, t.received, t.day, t.seconds,
      ${freeMask(sql`t.note`)} as note, t.by
    from unnest(${[...loanIds]}::bigint[]) wanted (id) cross join lateral (
      select t.* from (${join(newest, ' union all ')}) t(${names}) where t.kind <> all(${offPhone})
      order by t.at desc, t.kind, t.what, t.amount limit ${size}) t
    order by wanted.id, t.at desc, t.kind, t.what, t.amount`);
  return Map.groupBy(rows, ({ loanId }) => loanId);
}

/** A page of it; each source is read no further than the page reaches. */
export function loanTimeline(
  tx: Tx,
  actor: ServerActor,
  sources: readonly TimelineSource[],
  { loanId, page = 1, size = usualSize }: { loanId: number; page?: number; size?: number },
): Promise<TimelineRow[]> {
  const newest = [...loanSources, ...sources]
    .filter(({ can }) => may(actor, can))
    .map(({ rows }) => sql`(${rows(loanId)} order by 1 desc limit ${page * size})`);
  return tx.rows<TimelineRow>(sql`
    select t.* from (${join(newest, ' union all ')}) t(${names})
    order by t.at desc, t.kind, t.what, t.amount limit ${size} offset ${(page - 1) * size}`);
}
