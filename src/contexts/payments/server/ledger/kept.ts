/** Ledger totals by day and lender: realised, and reported but unconfirmed. */
import { collectedAccounts } from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

interface Asked {
  from: string;
  to: string;
  clientIds?: readonly number[] | undefined;
}
interface Kept {
  realized: number;
  unrealized: number;
}

/** Of all loans; equal to the payments' totals (`ledger_differences`), before and after aggregation. */
export async function keptMoney(tx: Tx, { from, to, clientIds }: Asked): Promise<Kept> {
  const [row] = await tx.planned<Kept>(sql`
    select coalesce(sum(s.came_in - s.gone) filter (where s.account = any(${[...collectedAccounts]})), 0)::bigint as realized,
      coalesce(sum(s.came_in - s.gone) filter (where s.account = 'claimed'), 0)::bigint as unrealized
    from ledger_days_now s
    ${where([
      sql`s.day between ${from} and ${to}`,
      clientIds !== undefined && clientIds.length > 0 && sql`s.client_id = any(${[...clientIds]})`,
    ])}`);
  return row ?? { realized: 0, unrealized: 0 };
}

/** Amounts into and out of an account, or all of them: each posting has one destination. */
export async function keptPostings(
  tx: Tx,
  { from, to, clientIds, account }: Asked & { account?: string | undefined },
): Promise<{ cameIn: number; left: number }> {
  const [row] = await tx.planned<{ cameIn: number; left: number }>(sql`
    select coalesce(sum(s.came_in), 0)::bigint as "cameIn",
      ${account === undefined ? sql`0::bigint` : sql`coalesce(sum(s.gone), 0)::bigint`} as left
    from ledger_days_now s
    ${where([
      sql`s.day between ${from} and ${to}`,
      clientIds !== undefined && clientIds.length > 0 && sql`s.client_id = any(${[...clientIds]})`,
      account !== undefined && sql`s.account = ${account}`,
    ])}`);
  return row ?? { cameIn: 0, left: 0 };
}
