/** Totals of the loans themselves, and of money collected on them. */
import { assignee, assigneeMeaning, dayOf, isPtp, ofLoan } from './expressions.ts';
import { type Column, sum } from './sum.ts';

const slice = {
  client_id: ['bigint', 'The lender (client).'],
  portfolio_id: ['bigint', 'The portfolio.'],
  allocation_type_id: ['bigint', 'The allocation type; 0: none.'],
  is_active: ['boolean', 'Whether the loans are active.'],
} as const satisfies Record<string, Column>;
const sliceOf = (row: 'l' | 'r') => ({
  client_id: `${row}.client_id`,
  portfolio_id: `${row}.portfolio_id`,
  allocation_type_id: `coalesce(${row}.allocation_type_id, 0)`,
  is_active: `${row}.is_active`,
});
const assignee_id = ['bigint', assigneeMeaning] as const;
const day = ['date', 'Day in India: of the payment, or of the PTP.'] as const;
const loans = ['int', 'Number of loans.'] as const;
const total = ['bigint', 'TOS, paise.'] as const;
const payments = ['int', 'Number of payments collected.'] as const;

/** Postings between an account of money and another: 1 collected, -1 taken back. */
const collected = `collected_by(r.from_account, r.to_account)`;
const money = {
  table: 'postings',
  of: ofLoan,
  where: `${collected} <> 0`,
  amounts: { collected: `${collected} * r.amount`, payments: collected },
};
const ptps = {
  table: 'borrower_dispositions',
  of: ofLoan,
  where: isPtp,
  amounts: { promises: '1', promised: 'coalesce(r.amount, 0)' },
};
const dayOfPtp = dayOf('r.effective_at');

export const bookSums = sum({
  name: 'book_sums',
  is: 'Loans, dues and collections by agent and slice of the book.',
  by: { assignee_id, ...slice },
  amounts: {
    loans,
    principal: ['bigint', 'POS, paise.'],
    total,
    collected: ['bigint', 'Collected on these loans ever, paise.'],
    payments,
  },
  isCovered: true,
  from: [
    {
      table: 'loans',
      by: { assignee_id: assignee('r'), ...sliceOf('r') },
      amounts: { loans: '1', principal: 'r.principal_outstanding', total: 'r.total_outstanding' },
    },
    { ...money, by: { assignee_id: assignee('l'), ...sliceOf('l') } },
  ],
});

const byDay = {
  collected: ['bigint', 'Collected that day, paise.'],
  payments,
  promises: ['int', 'PTPs recorded that day.'],
  promised: ['bigint', 'Their amount, paise.'],
} as const satisfies Record<string, Column>;

export const bookDays = sum({
  name: 'book_days',
  is: 'Collections and PTPs by day, agent and slice of the book.',
  by: { assignee_id, day, ...slice },
  amounts: byDay,
  isCovered: true,
  from: [
    { ...money, by: { assignee_id: assignee('l'), day: 'r.day', ...sliceOf('l') } },
    { ...ptps, by: { assignee_id: assignee('l'), day: dayOfPtp, ...sliceOf('l') } },
  ],
});

export const lenderDays = sum({
  name: 'lender_days',
  is: 'Collections and PTPs by day and slice of the book, of all agents.',
  by: { day, ...slice },
  amounts: byDay,
  isCovered: true,
  from: [
    { ...money, by: { day: 'r.day', ...sliceOf('l') } },
    { ...ptps, by: { day: dayOfPtp, ...sliceOf('l') } },
  ],
});

export const payerDays = sum({
  name: 'payer_days',
  is: 'Borrowers who paid on a day: distinct ones cannot be added up.',
  by: { day, assignee_id, ...slice, borrower_id: ['bigint', 'Borrower who paid.'] },
  amounts: { payments },
  isCovered: true,
  indexes: ['(assignee_id, day, portfolio_id, borrower_id) include (payments)'],
  from: [
    {
      ...money,
      amounts: { payments: collected },
      by: { day: 'r.day', assignee_id: assignee('l'), ...sliceOf('l'), borrower_id: 'l.borrower_id' },
    },
  ],
});

/** One attribute at a time. */
const kinds = {
  age: 'loan_age(r.dpd)',
  status: 'r.payment_status',
  history: 'r.payment_history_status',
  assigned: 'month_of(r.assigned_at)',
};
export const bookKinds = sum({
  name: 'book_kinds',
  is: 'Active loans by agent, lender, and one attribute at a time.',
  by: {
    kind: [
      `text check (kind in (${Object.keys(kinds)
        .map((kind) => `'${kind}'`)
        .join(', ')}))`,
      'What the value is of: age, status (of payments), history (of payments) or assigned.',
    ],
    assignee_id,
    client_id: slice.client_id,
    value: [
      'text',
      'Bucket of days past due, payment status, payment history status, or month of the assignment (YYYY-MM, India).',
    ],
  },
  amounts: { loans, total },
  from: Object.entries(kinds).map(([kind, value]) => ({
    table: 'loans',
    where: `r.is_active and ${value} is not null`,
    by: { kind: `'${kind}'`, assignee_id: assignee('r'), client_id: 'r.client_id', value },
    amounts: { loans: '1', total: 'r.total_outstanding' },
  })),
});
