/** Totals of dispositions and PTPs by the loans they are about. */
import { assignee, assigneeMeaning, isPtp, isReached, monthAt, ofLoan } from './expressions.ts';
import { sum } from './sum.ts';

const assignee_id = ['bigint', assigneeMeaning] as const;
const amount = ['bigint', 'Their amount, paise.'] as const;
const kept = ['int', 'PTPs that were kept; their reason is 0.'] as const;

export const outcomeMonths = sum({
  name: 'outcome_months',
  is: 'The four dispositions of the specification by month, of loans of an assignee.',
  by: {
    assignee_id,
    month: ['date', 'First day of the month (India).'],
    disposition_id: ['bigint', '1 PTP, 2 follow-up, 3 final settlement, 4 payment.'],
    is_active: ['boolean', 'Whether the loans are active.'],
  },
  amounts: { outcomes: ['int', 'Number of dispositions.'], amount },
  from: [
    {
      table: 'borrower_dispositions',
      of: ofLoan,
      where: isReached,
      by: {
        assignee_id: assignee('l'),
        month: monthAt('r.effective_at'),
        disposition_id: 'r.disposition_id',
        is_active: 'l.is_active',
      },
      amounts: { outcomes: '1', amount: 'coalesce(r.amount, 0)' },
    },
  ],
});

const owner = { assignee_id: assignee('l'), client_id: 'l.client_id' };
export const promiseSums = sum({
  name: 'promise_sums',
  is: 'PTPs of active loans by the day they are due.',
  by: {
    due_on: ['date', 'Day they are due (India).'],
    assignee_id,
    client_id: ['bigint', 'The lender (client).'],
    sub_disposition_id: ['bigint', 'Their reason; 0: none.'],
  },
  amounts: {
    promises: ['int', 'Number of PTPs.'],
    amount,
    kept,
    broken: ['int', 'PTPs that were broken or kept in part; their reason is 0.'],
  },
  isCovered: true,
  from: [
    {
      table: 'borrower_dispositions',
      of: ofLoan,
      where: `${isPtp} and r.action_date is not null and l.is_active`,
      by: { due_on: 'r.action_date', ...owner, sub_disposition_id: 'coalesce(r.sub_disposition_id, 0)' },
      amounts: { promises: '1', amount: 'coalesce(r.amount, 0)' },
    },
    {
      table: 'promises',
      of: ofLoan,
      where: `r.state in ('kept', 'broken', 'part_kept') and l.is_active`,
      by: { due_on: 'r.due_on', ...owner, sub_disposition_id: '0' },
      amounts: { kept: `(r.state = 'kept')::int`, broken: `(r.state <> 'kept')::int` },
    },
  ],
});

export const promiseLapses = sum({
  name: 'promise_lapses',
  is: 'PTPs by the last day of grace.',
  by: { lapses_on: ['date', 'Last day of grace (India).'], assignee_id },
  amounts: {
    promises: ['int', 'Number of PTPs, without those of inactive loans.'],
    kept: ['int', 'Of them those that were kept.'],
  },
  from: [
    {
      table: 'promises',
      where: `r.state <> 'void_inactive'`,
      by: { lapses_on: 'r.lapses_on', assignee_id: assignee('r') },
      amounts: { promises: '1', kept: `(r.state = 'kept')::int` },
    },
  ],
});
