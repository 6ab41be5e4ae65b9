/** Which calls are recorded: those of campaigns that record, and those with borrowers of clients that require it. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Whether the client of this loan requires it. */
export const requiresRecording = (loanId: Fragment): Fragment => sql`exists (
  select from loans rl join clients rs on rs.id = rl.client_id where rl.id = ${loanId} and rs.requires_recording)`;

/** Whether a call of this loan in campaign `c` is recorded. A call of no campaign is. */
export const isCallRecorded = (loanId: Fragment): Fragment =>
  sql`(coalesce(c.record, true) or ${requiresRecording(loanId)})`;

/** Whether campaign `c` has calls to record. */
export const hasCallsToRecord: Fragment = sql`(c.record or exists (
  select from clients rs where rs.requires_recording and (rs.id = c.client_id or exists (
    select from leads rx join loans rl on rl.id = rx.loan_id
    where rx.campaign_id = c.id and rx.state = 'queued' and rl.client_id = rs.id))))`;
