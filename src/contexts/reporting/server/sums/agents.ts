/** Totals of what agents do. */
import { dayOf, ever, isConnected, isFollowUp, isPtp, monthAt, talk } from './expressions.ts';
import { sum } from './sum.ts';

const isDialed = 'r.dialed_at is not null';
const hour = `date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata')`;
const called = { calls: '1', connected: isConnected };
const lasted = '(extract(epoch from r.ended_at - r.started_at) * 1000000)::bigint';
const calls = ['int', 'Calls dialed.'] as const;
const connected = ['int', 'Of them those in which an agent spoke.'] as const;

export const agentDays = sum({
  name: 'agent_days',
  is: 'Activity of an agent on a day.',
  by: { user_id: ['bigint', 'The agent.'], day: ['date', 'Day in India.'] },
  amounts: {
    promises: ['int', 'PTPs recorded.'],
    follow_ups: ['int', 'Follow-ups recorded.'],
    calls: ['int', 'Calls, outbound and inbound.'],
    connected: ['int', 'Calls that were answered and joined.'],
    talk: ['int', 'Talk time, seconds.'],
    spans: ['int', 'Ended intervals of dialer work.'],
    login: ['bigint', 'Time logged in to the dialer, microseconds.'],
    break: ['bigint', 'Time on breaks, microseconds.'],
  },
  from: [
    {
      table: 'borrower_dispositions',
      where: `${isPtp} or ${isFollowUp}`,
      by: { user_id: 'r.user_id', day: dayOf('r.effective_at') },
      amounts: { promises: `(${isPtp})::int`, follow_ups: `(${isFollowUp})::int` },
    },
    {
      table: 'call_attempts',
      where: `${isDialed} and r.user_id is not null`,
      by: { user_id: 'r.user_id', day: dayOf('r.dialed_at') },
      amounts: { ...called, talk },
    },
    {
      table: 'agent_intervals',
      where: `r.ended_at is not null and r.word <> 'logged-out'`,
      by: { user_id: 'r.user_id', day: dayOf('r.started_at') },
      amounts: {
        spans: '1',
        login: lasted,
        break: `case when r.word ilike 'break%' then ${lasted} else 0 end`,
      },
    },
  ],
});

export const callHours = sum({
  name: 'call_hours',
  is: 'Calls of a person in an hour of this month and the one before.',
  by: {
    user_id: ['bigint', 'Agent; 0: all calls, also those that no agent joined.'],
    hour: ['timestamp', 'Its beginning (India); of all calls -infinity: ever.'],
  },
  amounts: { calls, connected },
  recent: 'hour',
  isCovered: true,
  from: [
    { table: 'call_attempts', where: isDialed, by: { user_id: '0', hour }, amounts: called },
    { table: 'call_attempts', where: isDialed, by: { user_id: '0', hour: ever }, amounts: called },
    {
      table: 'call_attempts',
      where: `${isDialed} and r.user_id is not null`,
      by: { user_id: 'r.user_id', hour },
      amounts: called,
    },
  ],
});

/** Each agent's calls of a loan: distinct loans of some agents are counted from them. */
export const calledLoans = sum({
  name: 'called_loans',
  is: 'Calls of an agent to a loan, by month.',
  by: {
    user_id: ['bigint', 'The agent.'],
    month: ['date', 'First day of the month (India), this one and the one before; -infinity: ever.'],
    loan_id: ['bigint', 'The loan; 0: none.'],
  },
  amounts: { calls, connected },
  recent: 'month',
  from: [monthAt('r.dialed_at'), ever].map((month) => ({
    table: 'call_attempts',
    where: `${isDialed} and r.user_id is not null`,
    by: { user_id: 'r.user_id', month, loan_id: 'coalesce(r.loan_id, 0)' },
    amounts: called,
  })),
});

export const saidCounts = sum({
  name: 'said_counts',
  is: 'Dispositions that a person recorded in a month.',
  by: {
    month: ['date', 'First day of the month (India), this one and the one before.'],
    user_id: ['bigint', 'Who recorded them.'],
    disposition_id: ['bigint', 'Their disposition.'],
    sub_disposition_id: ['bigint', 'Their sub-disposition; 0: none.'],
  },
  amounts: { outcomes: ['int', 'Number of dispositions.'] },
  recent: 'month',
  from: [
    {
      table: 'borrower_dispositions',
      by: {
        month: monthAt('r.effective_at'),
        user_id: 'r.user_id',
        disposition_id: 'r.disposition_id',
        sub_disposition_id: 'coalesce(r.sub_disposition_id, 0)',
      },
      amounts: { outcomes: '1' },
    },
  ],
});
