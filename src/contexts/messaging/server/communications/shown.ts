import { sql } from '#kernel/server/database/sql.ts';

/**
 * Text of a message `m` for agency users: with its code or page link they could accept a settlement or set preferences
 * in the borrower's name.
 */
export const shownText = sql`case m.purpose
  when 'settlement-code' then regexp_replace(m.message, '[0-9]{6}', 'XXXXXX')
  when 'borrower-code' then regexp_replace(m.message, '[0-9]{6}', 'XXXXXX')
  when 'settlement-offer' then regexp_replace(m.message, '[?]q=[^[:space:]]+', '') else m.message end`;
