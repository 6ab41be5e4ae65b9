/** Timeline sources of work: dispositions, PTPs with results, visits. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import type { TimelineSource } from '#contexts/loans/server/slots.ts';
import { shownStateOf } from './promises/shown-state.ts';
import { nameOfUser, timelineSelect } from '#contexts/loans/server/timeline.ts';
import { sql } from '#kernel/server/database/sql.ts';

const outcomes: TimelineSource = {
  can: borrowerDispositions.list.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`d.effective_at`,
      kind: sql`case d.disposition_id when ${dispositionIds.PTP} then 'promise' else 'disposition' end`,
      what: sql`m.name`,
      more: sql`s.name`,
      state: shownStateOf(sql`p`),
      amount: sql`d.amount`,
      day: sql`coalesce(d.action_date, (d.follow_up_date at time zone 'Asia/Kolkata')::date)`,
      note: sql`nullif(d.comments, '')`,
      by: nameOfUser(sql`d.user_id`),
    })}
    from borrower_dispositions d join dispositions m on m.id = d.disposition_id
    left join dispositions s on s.id = d.sub_disposition_id left join promises p on p.id = d.id
    where d.loan_id = ${loanId}`,
};

/** The day a PTP was kept or broken is a separate event. */
const judged: TimelineSource = {
  can: borrowerDispositions.list.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`p.judged_at`,
      kind: sql`'judged'`,
      state: shownStateOf(sql`p`),
      amount: sql`p.amount`,
      received: sql`p.received`,
      day: sql`p.due_on`,
    })}
    from promises p where p.loan_id = ${loanId} and p.judged_at is not null and p.state in ('kept', 'part_kept', 'broken')`,
};

const visited: TimelineSource = {
  can: visits.list.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`v.effective_at`,
      kind: sql`'visit'`,
      what: sql`v.outcome`,
      state: sql`v.place`,
      note: sql`nullif(v.comments, '')`,
      by: nameOfUser(sql`v.user_id`),
    })}
    from visits v where v.loan_id = ${loanId}`,
};

export const workTimeline = [outcomes, judged, visited];
