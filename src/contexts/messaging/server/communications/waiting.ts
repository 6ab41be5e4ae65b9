/** A message waits once, however often it is asked for. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * No such message waits yet. Asked under the lock of the loan, so that of two at once the second sees the first: a unique
 * index of a table by month knows the messages of its month alone (decision 343).
 */
export const isNew = (o: {
  loanId: Fragment;
  channel: Fragment;
  mobile: Fragment;
  message: Fragment;
}): Fragment => sql`not exists (
  select from messages w where w.loan_id = ${o.loanId} and w.channel = ${o.channel} and w.status = 'stored'
    and coalesce(w.mobile, '') = coalesce(${o.mobile}, '') and md5(coalesce(w.message, '')) = md5(coalesce(${o.message}, '')))`;
