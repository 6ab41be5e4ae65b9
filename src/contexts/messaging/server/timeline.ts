/** Messages in a loan's timeline; those with a payment link appear as the link instead. */
import { shownText } from './communications/shown.ts';
import { communications } from '#contexts/messaging/contract/communications.ts';
import type { TimelineSource } from '#contexts/loans/server/slots.ts';
import { nameOfUser, timelineSelect } from '#contexts/loans/server/timeline.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const messageTimeline: TimelineSource = {
  can: communications.history.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`m.created_at`,
      kind: sql`'message'`,
      what: sql`m.channel`,
      state: sql`m.status`,
      note: shownText,
      by: nameOfUser(sql`m.user_id`),
    })}
    from messages m where m.loan_id = ${loanId}
      and not exists (select from payment_codes k where k.loan_id = m.loan_id and k.message_id = m.id)`,
};
