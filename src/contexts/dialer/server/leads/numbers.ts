import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The numbers of a loan by index: first the borrower's primary number, then additional ones. */
export const numbersOf = (loan: Fragment): Fragment =>
  sql`array_remove(array[${loan}.mobile, ${loan}.alternate_contact1, ${loan}.alternate_contact2] || ${loan}.other_mobiles, null)`;
