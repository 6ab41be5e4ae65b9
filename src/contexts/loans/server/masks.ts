/** Masks for personal identifiers and contacts in lists and profiles: never complete. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** An empty text is not masked: its mask would look like a value. */
const given = (column: Fragment): Fragment => sql`nullif(trim(${column}), '')`;

/** A telephone: the last four digits. */
export const mobileMask = (column: Fragment): Fragment => sql`'XXXXXX' || right(${given(column)}, 4)`;

/** Its first three characters and its last, as tax offices print it. */
export const panMask = (column: Fragment): Fragment =>
  sql`left(${given(column)}, 3) || 'XXXXXX' || right(${column}, 1)`;

/** The last four characters, where there are enough others to hide. */
export const paperMask = (column: Fragment): Fragment =>
  sql`case when length(${column}) >= 8 then 'XXXX' || right(${column}, 4) when ${given(column)} is not null then 'XXXX' end`;

export const emailMask = (column: Fragment): Fragment =>
  sql`left(${given(column)}, 1) || '***@' || split_part(${column}, '@', 2)`;

const codes = String.raw`([?&]q=|/pay/(?:receipt|verify)/)[A-Za-z0-9_-]+`;
/** Eight digits or more with any separators; excludes dates. */
const digits = String.raw`(?<!\d)(?!(?:\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})(?!\d))\d(?:[ -]{0,3}\d){3,}[ -]{0,3}((?:\d[ -]{0,3}){3}\d)(?!\d)`;
const pans = String.raw`\m([A-Za-z]{3})[A-Za-z]{2}\d{4}([A-Za-z])\M`;
/** Masks free text: codes of pages and receipts, long numbers and PANs are never complete. */
export const freeMask = (column: Fragment): Fragment => sql`
  regexp_replace(regexp_replace(regexp_replace(${column}, ${codes}::text, ${String.raw`\1…`}::text, 'g'),
    ${digits}::text, ${String.raw`XXXXXX\1`}::text, 'g'), ${pans}::text, ${String.raw`\1XXXXXX\2`}::text, 'g')`;
