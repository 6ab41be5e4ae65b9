import type { z } from 'zod/mini';
import { Failure } from '#contract/kernel/failure.ts';
import type { settlements } from '#contract/settlements.ts';
import { type ServerActor, visibleLoans } from '#server/kernel/actor.ts';
import { type Page, counted } from '#server/kernel/count.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql, where } from '#server/kernel/sql.ts';
import { like, paged } from '#server/kernel/table.ts';

type Row = z.output<typeof settlements.list.gives>;
type Query = z.output<typeof settlements.list.takes>;

/** The settlement an entry asked for. */
export async function settlementOfEntry(tx: Tx, entryId: number): Promise<number> {
  const found = await tx.one<{ id: number }>(
    sql`select id from settlements where borrower_disposition_id = ${entryId}`,
  );
  if (!found) throw new Failure('NOT_FOUND');
  return found.id;
}

/** Percent of the principal that was outstanding, with two decimals; nothing where there was none (G106). */
const recovery = sql`case when t.principal_outstanding > 0
  then round(t.amount * 100.0 / t.principal_outstanding, 2)::float8 end`;

export function pageOf(tx: Tx, actor: ServerActor, query: Query): Promise<Page<Row>> {
  const { q, loanId, status } = query;
  const from: Fragment = sql`
    from settlements t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id
    ${where([
      visibleLoans(actor, sql`l.assignee_id`),
      loanId !== undefined && sql`t.loan_id = ${loanId}`,
      status !== undefined && sql`t.status = ${status}`,
      q !== undefined &&
        q !== '' &&
        sql`(l.loan_number ilike ${like(q)} or l.borrower_name ilike ${like(q)})`,
    ])}`;
  return counted(tx, query, from, () =>
    tx.planned<Row>(sql`
      select page.*, round(100 - page."recoveryOnPos"::numeric, 2)::float8 as "waiverOnPos" from (
        select t.id, t.loan_id as "loanId", t.amount, t.settlement_date as "settlementDate",
          t.follow_up_date as "followUpDate", t.comments as comment, t.status, t.pre_approved_amount as "preApprovedAmount",
          ${recovery} as "recoveryOnPos", t.created_at as "createdAt",
          (select first_name || ' ' || last_name from users where id = t.user_id) as "createdByName",
          jsonb_build_object('loanNumber', l.loan_number, 'borrowerName', b.name,
            'client', (select name from clients where id = l.client_id)) as "settlementLoan"
        ${from} order by t.id desc ${paged(query)}) page order by page.id desc`),
  );
}
