/**
 * Erasure of contact data: numbers and preferences. An active hold blocks erasure; that of a deceased borrower does not.
 */
import type { Eraser } from '#contexts/loans/server/slots.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { inForce } from './policy/holds.ts';

export const contactEraser: Eraser = {
  async mayErase(tx, { loanIds }, now) {
    const hold = await tx.one<{ reason: string }>(sql`
      select r.name as reason from loan_holds h join compliance_rules r on r.id = h.rule_id
      where h.loan_id = any(${[...loanIds]}) and not r.is_death and ${inForce(businessDay(now))}
      order by h.id limit 1`);
    if (hold) throw new Failure('ERASE_HELD', { reason: hold.reason });
  },
  async forget(tx, { borrowerId, loanIds }) {
    await tx.run(sql`delete from dnc_history where dnc_id in
      (select id from dnc_numbers where loan_id = any(${[...loanIds]}))`);
    await tx.run(sql`delete from dnc_numbers where loan_id = any(${[...loanIds]})`);
    await tx.run(
      sql`update contacts set number = null where borrower_id = ${borrowerId} and number is not null`,
    );
    await tx.run(sql`delete from contact_wish_changes where borrower_id = ${borrowerId}`);
    await tx.run(sql`delete from contact_wishes where borrower_id = ${borrowerId}`);
    await tx.run(sql`update loan_holds set note = '' where loan_id = any(${[...loanIds]})`);
    return [];
  },
};
