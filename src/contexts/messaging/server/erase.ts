/** Erasure retains times and channels of messages, without recipient and text. */
import type { Eraser } from '#contexts/loans/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const messageEraser: Eraser = {
  async forget(tx, { loanIds }) {
    await tx.run(sql`
      update messages set mobile = null, email = null, subject = null, message = null
      where loan_id = any(${[...loanIds]})`);
    await tx.run(sql`delete from message_opt_ins where loan_id = any(${[...loanIds]})`);
    await tx.run(sql`delete from voice_opt_ins where loan_id = any(${[...loanIds]})`);
    return [];
  },
};
