import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** The numbers of a loan by their place: first the borrower's own, then the others that are kept with it. */
export const numbersOf = (loan: Fragment): Fragment =>
  sql`array_remove(array[${loan}.mobile, ${loan}.alternate_contact1, ${loan}.alternate_contact2] || ${loan}.other_mobiles, null)`;
