/** The agent's status for their screen. */
import type { z } from 'zod/mini';
import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

export type AgentStanding = z.output<typeof dialer.status.gives>;

/** Supervisors on call `k`; silent listeners only where the agency's setting shows them. */
const listenersShown = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('name', trim(u.first_name || ' ' || u.last_name), 'mode', h.mode) order by h.id), '[]')
    from call_listens h join users u on u.id = h.user_id
    where h.attempt_id = k.id and h.ended_at is null and h.answered_at is not null
      and (h.mode <> 'listen' or (select is_shown from listening_rule)))`;
/** The loan suggested for an unknown caller of call `k`. */
const suggestedShown = sql`
  (select jsonb_build_object('borrower', l.borrower_name, 'loanNumber', l.loan_number) from queue_calls c
    join loans l on l.id = c.suggested_loan_id where c.attempt_id = k.id and k.loan_id is null)`;
/** Transfer columns of call `k`. */
const transferShown = (userId: number) => sql`
  (select jsonb_build_object('stage', x.stage, 'isBlind', x.is_blind,
      'isMine', x.leg_id is null and x.to_user_id = ${userId},
      'to', coalesce(n.name, trim(t.first_name || ' ' || t.last_name)), 'from', trim(f.first_name || ' ' || f.last_name))
    from call_transfers x left join transfer_numbers n on n.id = x.number_id left join users t on t.id = x.to_user_id
    left join users f on f.id = x.from_user_id where x.attempt_id = k.id and x.ended_at is null)`;

export const nowhere: AgentStanding = {
  isDialerLoggedIn: false,
  status: 'logged-out',
  since: null,
  campaignId: null,
  name: null,
  campaignType: null,
  wish: null,
  breakId: null,
  breakName: null,
  leg: null,
  isMuted: false,
  missedLegs: 0,
  unheard: null,
  call: null,
  beside: null,
};

export const standingOf = async (tx: Tx, userId: number): Promise<AgentStanding> =>
  (await tx.one<AgentStanding>(sql`
    select true as "isDialerLoggedIn", s.word as status, s.since, c.id as "campaignId", c.name,
      c.campaign_type as "campaignType", s.wish, s.break_id as "breakId", b.name as "breakName", s.leg,
      s.is_muted as "isMuted", s.missed_legs as "missedLegs",
      case when s.missed_legs < 2 then s.unheard end as unheard,
      case when k.id is null then null else jsonb_build_object('callRefNo', k.reference_id, 'loanId', k.loan_id,
        'borrower', coalesce((select l.borrower_name from loans l where l.id = k.loan_id), ''),
        'suggested', ${suggestedShown},
        'totalOutstanding', coalesce((select l.total_outstanding from loans l where l.id = k.loan_id), 0),
        'type', case k.mode when 'task' then 'manual' else k.mode end, 'state', k.state, 'isSecond', k.is_second,
        'startedAt', k.claimed_at, 'answeredAt', k.answered_at, 'spokenTo', k.spoken_to,
        'heldSince', k.held_at, 'lineLoss', case when k.line_lost_at is not null and k.end_reason is null then
          jsonb_build_object('until', k.due_at, 'isResuming', k.is_line_resuming) end, 'transfer', ${transferShown(userId)},
        'listeners', ${listenersShown}) end as call,
      case when o.id is null or k.id is null then null else jsonb_build_object('callRefNo', o.reference_id, 'loanId', o.loan_id,
        'borrower', coalesce((select l.borrower_name from loans l where l.id = o.loan_id), ''), 'state', o.state,
        'heldSince', o.held_at) end as beside
    from agent_sessions s join campaigns c on c.id = s.campaign_id left join breaks b on b.id = s.break_id
    left join call_attempts k on k.id = s.current_attempt_id left join call_attempts o on o.id = s.beside_attempt_id
    where s.user_id = ${userId} and s.ended_at is null`)) ?? nowhere;

/** Whether a daily task may be started: only in the status IDLE (G041). */
export async function dialerOf(tx: Tx, userId: number): Promise<'idle' | 'busy' | 'off'> {
  const { status } = await standingOf(tx, userId);
  if (status === 'IDLE') return 'idle';
  return status === nowhere.status || status === 'First-login' ? 'off' : 'busy';
}
