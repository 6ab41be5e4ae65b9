/** Mandates for agents and the desk. */
import { paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { autopay } from '#contexts/payments/contract/autopay/autopay.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { chargesOf } from './charges.ts';

const columns: Fragment = sql`
  m.id, m.loan_id as "loanId", m.source, m.state, m.end_asked_at is not null and m.state not in ('withdrawn', 'expired', 'revoked') as "isEnding",
  m.end_reason as "endReason", m.most, m.until, concat_ws(' ', u.first_name, u.last_name) as "offeredBy", m.offered_at as "offeredAt",
  m.accepted_at as "acceptedAt", m.asked_at as "askedAt", jsonb_array_length(m.terms) as instalments,
  (select coalesce(sum(t.amount), 0)::bigint from mandate_charges g join payment_attempts t on t.id = g.order_id
    where g.mandate_id = m.id and t.state = 'success') as charged,
  (select max(g.gave_up_on) from mandate_charges g join payment_attempts t on t.id = g.order_id
    where g.mandate_id = m.id and t.state = 'failed') as "gaveUpOn",
  case when m.state = 'active' and m.end_asked_at is null then least((select min(g.due_on) from mandate_charges g
    where g.mandate_id = m.id and g.state in ('planned', 'told', 'announced')), (
    select min(x.due) from jsonb_to_recordset(m.terms) as y (key text, "dueOn" date) cross join lateral (select y."dueOn" as due) x
    where not exists (select from mandate_charges g where g.mandate_id = m.id and g.instalment = y.key and g.state in ('sent', 'dropped')))) end as "nextOn"`;

type Row = z.output<typeof autopay.list.gives>;

export function pageOfMandates(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof autopay.list.takes>,
): Promise<Page<Row>> {
  const chosen = sql`from mandates m join loans l on l.id = m.loan_id join users u on u.id = m.offered_by
    join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id ${where([
      visibleLoans(actor, sql`l.assignee_id`),
      ...narrow<typeof autopay.list>(query, {
        state: (state) => sql`m.state = ${state}`,
        clientIds: (ids) => sql`l.client_id = any(${ids})`,
        q: (q) => sql`m.loan_id = any(${loansFound(q)})`,
      }),
    ])}`;
  return counted(tx, query, chosen, () =>
    tx.planned<Row>(sql`
      select ${columns}, l.loan_number as "loanNumber", b.name as borrower, c.name as client ${chosen}
      order by m.id desc ${paged(query)}`),
  );
}

type OfLoan = NonNullable<z.output<typeof autopay.ofLoan.gives>['mandate']>;
/** The latest mandate of a loan the caller sees. */
export async function latestOf(
  tx: Tx,
  actor: ServerActor,
  { loanId, publicUrl }: { loanId: number; publicUrl: string },
): Promise<OfLoan | null> {
  const row = await tx.one<Omit<OfLoan, 'url' | 'charges'> & { code: string }>(sql`
    select ${columns}, m.code from mandates m join loans l on l.id = m.loan_id join users u on u.id = m.offered_by
    where m.loan_id = ${loanId} and ${visibleLoan(actor, sql`l`)} order by m.id desc limit 1`);
  if (!row) return null;
  const { code, ...mandate } = row;
  return { ...mandate, url: `${publicUrl}/pay/autopay?q=${code}`, charges: await chargesOf(tx, row.id) };
}
