/** What limits the contact with borrowers of given loans, as facts; what they mean at a moment is said elsewhere. */
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import {
  type Allowance,
  type Contacts,
  type Rule,
  allowanceOf,
  cappedUntil,
  closedDays,
  hoursFor,
} from './rules.ts';

export interface Limited {
  id: number;
  borrowerId: number;
  clientId: number;
  productType: string | null;
}
export interface Limits {
  hours: { from: string; until: string } | null;
  closedOn: string[];
  rest: { reason: string; until: string } | null;
  cappedUntil: string | null;
  allowance: Allowance;
}

const activeRules = (tx: Tx, day: string): Promise<Rule[]> =>
  tx.rows<Rule>(sql`
    select kind, client_id as "clientId", product_type as "productType", from_day as "fromDay", until_day as "untilDay",
      starts_at as "startsAt", ends_at as "endsAt", channel, most, every_days as "everyDays", hold_days as "holdDays"
    from compliance_rules where is_active and kind <> 'hold' and coalesce(until_day, 'infinity') >= ${day}`);

/** The longest rest of each loan that is not over. */
const restsOf = (tx: Tx, ids: readonly number[], day: string) =>
  tx.rows<{ loanId: number; reason: string; until: string }>(sql`
    select distinct on (h.loan_id) h.loan_id as "loanId", r.name as reason, h.until_day as until
    from loan_holds h join compliance_rules r on r.id = h.rule_id
    where h.loan_id = any(${[...ids]}) and h.ended_at is null and h.from_day <= ${day} and h.until_day >= ${day}
    order by h.loan_id, h.until_day desc`);

/** A borrower is one person, however many loans they have. */
const contactsOf = (tx: Tx, borrowerIds: readonly number[], day: string) =>
  tx.rows<Contacts & { borrowerId: number }>(sql`
    select l.borrower_id as "borrowerId", (k.start_time at time zone 'Asia/Kolkata')::date as day, 'call' as channel,
      count(*) as times
    from loans l join cdr k on k.loan_id = l.id
    where l.borrower_id = any(${[...borrowerIds]}) and k.direction = 'outbound' and k.outcome is distinct from 'congestion'
      and k.start_time > ${day}::date - interval '32 days'
    group by 1, 2
    union all
    select v.borrower_id, (v.effective_at at time zone 'Asia/Kolkata')::date, 'visit', count(*)
    from visits v where v.loan_id in (select id from loans where borrower_id = any(${[...borrowerIds]}))
      and v.effective_at > ${day}::date - interval '32 days'
    group by 1, 2
    union all
    select l.borrower_id, (m.sent_at at time zone 'Asia/Kolkata')::date, 'message', count(*)
    from loans l join messages m on m.loan_id = l.id
    where l.borrower_id = any(${[...borrowerIds]}) and m.sent_at > ${day}::date - interval '32 days'
    group by 1, 2`);

/** `channel` is how they are to be contacted. */
export async function limitsOf(
  tx: Tx,
  loans: readonly Limited[],
  day: string,
  channel: Contacts['channel'] = 'call',
): Promise<Map<number, Limits>> {
  const ids = loans.map(({ id }) => id);
  const borrowerIds = [...new Set(loans.map(({ borrowerId }) => borrowerId))];
  const [rules, rests, contacts] = await Promise.all([
    activeRules(tx, day),
    restsOf(tx, ids, day),
    contactsOf(tx, borrowerIds, day),
  ]);
  const restOf = new Map(rests.map(({ loanId, reason, until }) => [loanId, { reason, until }]));
  const doneOf = Map.groupBy(contacts, ({ borrowerId }) => borrowerId);
  return new Map(
    loans.map(({ id, borrowerId, clientId, productType }) => {
      const of = { clientId, productType, day };
      const hours = hoursFor(rules, of);
      const contacted = { done: doneOf.get(borrowerId) ?? [], channel };
      const limits: Limits = {
        hours: hours ? { from: hours.startsAt, until: hours.endsAt } : null,
        closedOn: closedDays(rules, of),
        rest: restOf.get(id) ?? null,
        cappedUntil: cappedUntil(rules, of, contacted),
        allowance: allowanceOf(rules, of, contacted),
      };
      return [id, limits];
    }),
  );
}
