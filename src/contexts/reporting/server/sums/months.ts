/** Results of loans by month: numbers of a loan, and totals of loans by their class (decision 560). */
import {
  assignee,
  assigneeMeaning,
  ever,
  isConnected,
  isPtp,
  isReached,
  lastClass,
  monthAt,
  monthOn,
  ofLoan,
} from './expressions.ts';
import { sum } from './sum.ts';

const counted = (meaning: string) => ['int', meaning] as const;
const called = { calls: '1', connected: isConnected };

export const monthLoans = sum({
  name: 'month_loans',
  is: 'Activities on a loan in a month, this one and the one before.',
  by: {
    loan_id: ['bigint', 'The loan.'],
    month: ['date', 'First day of the month (India); -infinity: calls ever.'],
  },
  amounts: {
    calls: counted('Calls dialed.'),
    connected: counted('Of them those in which an agent spoke.'),
    visits: counted('Visits.'),
    met: counted('Visits in which the borrower was met.'),
    outcomes: counted('Dispositions.'),
    reached: counted('Of them those of the four kinds of the specification.'),
    promised: counted('Of them PTPs.'),
    due: counted('PTPs due in the month.'),
    kept: counted('Of them those that were kept.'),
    payments: counted('Successful payments.'),
    realized: counted('Of them those realized.'),
  },
  recent: 'month',
  indexes: [
    `(month, (5 * width_bucket(calls, array[1, 2, 6, 11]) + width_bucket(connected, array[1, 2, 6, 11])), loan_id) where calls > 0`,
  ],
  from: [
    ...[monthAt('r.dialed_at'), ever].map((month) => ({
      table: 'call_attempts',
      where: 'r.dialed_at is not null and r.loan_id is not null',
      by: { loan_id: 'r.loan_id', month },
      amounts: called,
    })),
    {
      table: 'visits',
      by: { loan_id: 'r.loan_id', month: monthAt('r.effective_at') },
      amounts: { visits: '1', met: `(r.outcome = 'met')::int` },
    },
    {
      table: 'borrower_dispositions',
      by: { loan_id: 'r.loan_id', month: monthAt('r.effective_at') },
      amounts: { outcomes: '1', reached: `(${isReached})::int`, promised: `(${isPtp})::int` },
    },
    {
      table: 'promises',
      where: `r.state <> 'void_inactive'`,
      by: { loan_id: 'r.loan_id', month: monthOn('r.due_on') },
      amounts: { due: '1', kept: `(r.state = 'kept')::int` },
    },
    {
      table: 'payments',
      where: `r.status = 'success'`,
      by: { loan_id: 'r.loan_id', month: monthOn('r.payment_date') },
      amounts: { payments: '1', realized: 'r.realized::int' },
    },
  ],
});

/** Furthest step of a loan; `months.ts` names them. */
const step = `case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
    when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end`;
const paid = 'case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end';
const assignee_id = ['bigint', assigneeMeaning] as const;
const month = [
  'date',
  'First day of the month (India); -infinity: by the last disposition, of any month.',
] as const;
const is_active = ['boolean', 'Whether the loans are active.'] as const;
const loans = ['int', 'Number of loans.'] as const;

export const monthCounts = sum({
  name: 'month_counts',
  is: 'Loans of month_loans by agent, lender and results.',
  by: {
    month,
    assignee_id,
    client_id: ['bigint', 'The lender (client).'],
    is_active,
    step: ['smallint', 'Furthest step: 1 tried, 2 answered, 3 right party, 4 promised, 5 kept.'],
    calls: ['smallint', '1: called, 2: an agent spoke.'],
    paid: ['smallint', '1: only payments that an agent reported, 2: realized money.'],
    said: [
      'smallint',
      'Last disposition, of paid loans and of month -infinity: 2 a PTP, settlement or payment, 1 another.',
    ],
  },
  amounts: { loans, total: ['bigint', 'TOS, paise.'] },
  recent: 'month',
  from: [
    {
      table: 'month_loans',
      of: ofLoan,
      where: `r.month > '-infinity' and (${step} > 0 or ${paid} > 0)`,
      by: {
        month: 'r.month',
        assignee_id: assignee('l'),
        client_id: 'l.client_id',
        is_active: 'l.is_active',
        step,
        calls: 'case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end',
        paid,
        said: `case when r.payments > 0 then ${lastClass('l')} else 0 end`,
      },
      amounts: { loans: '1', total: 'l.total_outstanding' },
    },
    {
      table: 'loans',
      where: 'r.last_disposition_id is not null',
      by: {
        month: ever,
        assignee_id: assignee('r'),
        client_id: 'r.client_id',
        is_active: 'r.is_active',
        step: '0',
        calls: '0',
        paid: '0',
        said: lastClass('r'),
      },
      amounts: { loans: '1', total: 'r.total_outstanding' },
    },
  ],
});

/** Class of a number: 0, 1, 2-5, 6-10, more. */
export const bucketOf = (number: string): string => `width_bucket(${number}, array[1, 2, 6, 11])`;
export const calledCounts = sum({
  name: 'called_counts',
  is: 'Called loans of month_loans by agent and number of calls.',
  by: {
    month: ['date', 'First day of the month (India); -infinity: ever.'],
    assignee_id,
    is_active,
    level: [
      'smallint',
      'Classes of calls, five for each, and of those in which an agent spoke: none, 1, to 5, to 10, above. Ever: 0.',
    ],
  },
  amounts: { loans },
  recent: 'month',
  from: [
    {
      table: 'month_loans',
      of: ofLoan,
      where: 'r.calls > 0',
      by: {
        month: 'r.month',
        assignee_id: assignee('l'),
        is_active: 'l.is_active',
        level: `case when r.month = '-infinity' then 0 else 5 * ${bucketOf('r.calls')} + ${bucketOf('r.connected')} end`,
      },
      amounts: { loans: '1' },
    },
  ],
});
