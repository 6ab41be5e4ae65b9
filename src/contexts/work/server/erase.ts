/** Erasure retains dispositions and visits, without free text, location and photo. */
import type { Eraser } from '#contexts/loans/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const workEraser: Eraser = {
  async forget(tx, { loanIds }) {
    const ids = [...loanIds];
    await tx.run(
      sql`update borrower_dispositions set comments = '' where loan_id = any(${ids}) and comments <> ''`,
    );
    const photos = await tx.rows<{ key: string }>(sql`
      select photo_key as key from visits where loan_id = any(${ids}) and photo_key is not null`);
    await tx.run(sql`
      update visits set comments = '', photo = null, photo_key = null, photo_type = null, place = 'none',
        latitude = null, longitude = null where loan_id = any(${ids})`);
    return photos.map(({ key }) => key);
  },
};
