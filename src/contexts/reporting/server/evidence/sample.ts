/** Audit sample of a lender's loans, drawn by its seed: the creator cannot influence the selection. */
import { contactedLoans } from '#contexts/contact/server/policy/ledger.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface Asked {
  clientId: number;
  count: number;
  word: string;
  startDate: string;
  endDate: string;
}
interface Drawn {
  lender: string;
  /** How many loans it was drawn from. */
  of: number;
  loans: { id: number; number: string }[];
}

/** From all loans contacted in these days, in any state and with any agent; the lender can reproduce it. */
export async function drawn(tx: Tx, o: Asked): Promise<Drawn> {
  const [found] = await tx.planned<Drawn>(sql`
    with all_of as materialized (
      select l.id, l.loan_number as number from loans l where l.client_id = ${o.clientId} and l.id in (
        ${contactedLoans(o.startDate, o.endDate)}))
    select c.name as lender, (select count(*)::int from all_of) as of, (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number) order by s.n), '[]') from (
        select id, number, row_number() over (order by sha256(convert_to(${o.word}::text || ' ' || number, 'UTF8')), id) as n
        from all_of) s where s.n <= ${o.count}) as loans
    from clients c where c.id = ${o.clientId}`);
  if (!found || found.loans.length === 0) throw new Failure('NOT_FOUND');
  return found;
}
