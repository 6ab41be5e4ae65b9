/** Erasure retains amounts, days and decisions of a settlement; texts and documents are deleted. */
import type { Eraser } from '#contexts/loans/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const settlementEraser: Eraser = {
  async forget(tx, { loanIds }) {
    const ids = [...loanIds];
    await tx.run(sql`update settlements set comments = '' where loan_id = any(${ids}) and comments <> ''`);
    await tx.run(
      sql`update settlement_plans set borrower_mobile = null where loan_id = any(${ids}) and borrower_mobile is not null`,
    );
    const papers = await tx.rows<{ key: string }>(sql`
      delete from settlement_documents d using settlements s
      where s.id = d.settlement_id and s.loan_id = any(${ids}) returning d.key`);
    return papers.map(({ key }) => key);
  },
};
