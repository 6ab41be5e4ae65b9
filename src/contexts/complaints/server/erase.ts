/** Open complaints block erasure of the borrower; closed ones retain timestamps without texts. */
import type { Eraser } from '#contexts/loans/server/slots.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const complaintEraser: Eraser = {
  async mayErase(tx, { loanIds }) {
    const open = await tx.one<{ number: string }>(sql`
      select number from complaints where loan_id = any(${[...loanIds]}) and state <> 'closed' order by id limit 1`);
    if (open) throw new Failure('ERASE_HELD', { reason: open.number });
  },
  async forget(tx, { loanIds }) {
    await tx.run(sql`update complaint_steps set words = '' where complaint_id in
      (select id from complaints where loan_id = any(${[...loanIds]}))`);
    await tx.run(sql`update complaints set words = '' where loan_id = any(${[...loanIds]})`);
    return [];
  },
};
