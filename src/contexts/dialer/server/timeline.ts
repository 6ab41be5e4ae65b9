/** Calls in the timeline of a loan. */
import { calls } from '#contexts/dialer/contract/calls.ts';
import type { TimelineSource } from '#contexts/loans/server/slots.ts';
import { nameOfUser, timelineSelect } from '#contexts/loans/server/timeline.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const callTimeline: TimelineSource = {
  can: calls.list.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`k.start_time`,
      kind: sql`'call'`,
      what: sql`k.status`,
      more: sql`k.direction`,
      seconds: sql`nullif(k.talk_duration, 0)`,
      by: nameOfUser(sql`k.user_id`),
    })}
    from cdr k where k.loan_id = ${loanId}`,
};
