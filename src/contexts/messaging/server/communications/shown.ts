import { sql } from '#kernel/server/database/sql.ts';

/**
 * The words of a message `m` as people of the agency may read them: with its code or the address of its page they could agree
 * to a settlement in the borrower's name, or wish in it.
 */
export const shownText = sql`case m.purpose
  when 'settlement-code' then regexp_replace(m.message, '[0-9]{6}', 'XXXXXX')
  when 'borrower-code' then regexp_replace(m.message, '[0-9]{6}', 'XXXXXX')
  when 'settlement-offer' then regexp_replace(m.message, '[?]q=[^[:space:]]+', '') else m.message end`;
