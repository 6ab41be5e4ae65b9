/** A message is queued once, however often requested. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** No such message is queued. Checked under the loan's lock, so that concurrent requests see each other. */
export const isNew = (o: {
  loanId: Fragment;
  channel: Fragment;
  mobile: Fragment;
  message: Fragment;
}): Fragment => sql`not exists (
  select from messages w where w.loan_id = ${o.loanId} and w.channel = ${o.channel} and w.status = 'stored'
    and coalesce(w.mobile, '') = coalesce(${o.mobile}, '') and md5(coalesce(w.message, '')) = md5(coalesce(${o.message}, '')))`;
