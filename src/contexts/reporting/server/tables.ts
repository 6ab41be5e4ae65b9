/** Report totals, maintained continuously (decision 062): tables, and views that add unaggregated changes. */
import type { TableComments } from '#kernel/server/tables.ts';
import { endTables } from './month-ends-tables.ts';

const sliceOfBook = {
  assignee_id: 'Agent who works the loans now; 0: nobody.',
  client_id: 'The lender (client).',
  portfolio_id: 'The portfolio.',
  allocation_type_id: 'The allocation type; 0: none.',
  is_active: 'Whether the loans are active.',
};
const book = {
  ...sliceOfBook,
  loans: 'Number of loans.',
  principal: 'POS, paise.',
  total: 'TOS, paise.',
};
/** Of all days, also those to come. */
const ever = {
  collected: 'Payments with status success on these loans, ever, paise.',
  payments: 'Number of them.',
};
const money = {
  day: 'Day in India: of the payment, or of the promise.',
  collected: 'Payments with status success, paise.',
  payments: 'Number of them.',
  promises: 'Promises due that day.',
  promised: 'Amount promised for that day, paise.',
};
const { assignee_id: _, ...sliceOfLender } = sliceOfBook;
const lender = { ...sliceOfLender, ...money };
const payers = {
  ...sliceOfBook,
  day: 'Day in India of the payments.',
  borrower_id: 'Borrower who paid.',
  payments: 'Number of payments.',
};
const { assignee_id: _who, ...payersOfLender } = payers;
const counted = 'Borrowers with this row alone in the month.';
const agent = {
  user_id: 'The agent.',
  day: 'Day in India.',
  promises: 'Promises recorded.',
  follow_ups: 'Follow-ups recorded.',
  calls: 'Calls, outbound and inbound.',
  connected: 'Calls that were answered and joined.',
  talk: 'Talk time, seconds.',
  spans: 'Stretches of dialer work that are over.',
  login: 'Time logged in to the dialer, microseconds.',
  break: 'Time on breaks, microseconds.',
};

const called = {
  user_id: 'Agent; 0: everybody, calls that nobody joined among them.',
  loan_id: 'The loan; 0: none.',
  calls: 'Calls dialed.',
  connected: 'Of them those in which an agent spoke.',
};
const calledThen = {
  month: 'First day of the newest month with calls (India); null: not looked at yet.',
  month_calls: 'Calls dialed in that month.',
  month_connected: 'Of them those in which an agent spoke.',
};
const callHours = {
  user_id: called.user_id,
  hour: 'Its beginning (India).',
  calls: called.calls,
  connected: called.connected,
};
const kinds = {
  assignee_id: sliceOfBook.assignee_id,
  client_id: sliceOfBook.client_id,
  kind: 'What the value is of: age, status (of payments), history (of payments) or assigned.',
  value:
    'Bucket of days past due, payment status, payment history status, or the month they were given to somebody (YYYY-MM, India).',
  loans: book.loans,
  total: book.total,
};
const judged = {
  kept: 'Promises that were kept; their reason is 0.',
  broken: 'Promises that were broken or kept in part; their reason is 0.',
};
const outcomeMonths = {
  assignee_id: 'Agent who works the loans now; 0: nobody.',
  month: 'First day of the month (India).',
  disposition_id: 'Kind of outcome: 1 promise, 2 follow-up, 3 final settlement, 4 payment.',
  outcomes: 'Number of outcomes.',
  amount: 'Of them in all, paise.',
};
const promiseSums = {
  assignee_id: 'Agent who works the loans now, of all lenders; 0: nobody; -1: everybody, by lender.',
  client_id: 'The lender (client) of what everybody works; 0: all.',
  due_on: 'Day they are due (India); -infinity: all there have been, those without a day among them.',
  sub_disposition_id: 'Their reason; 0: none.',
  promises: 'Number of promises.',
  amount: 'Of them in all, paise.',
  ...judged,
};
const promiseLapses = {
  assignee_id: 'Agent who works their loans now; 0: nobody; -1: everybody.',
  lapses_on: 'Last day of grace (India).',
  promises: 'Number of promises, without those of loans that were not active.',
  kept: 'Of them those that were kept.',
};
const saidCounts = {
  month: 'First day of the month (India).',
  user_id: 'Who wrote them; 0: everybody.',
  disposition_id: 'Their disposition.',
  sub_disposition_id: 'Their sub-disposition; 0: none.',
  outcomes: 'Number of outcomes.',
};
const monthStates = {
  client_id: 'The lender (client).',
  assignee_id: 'Agent who works the loan now; 0: nobody.',
  is_active: 'Whether it is active.',
  step: 'How far it came: 1 tried, 2 answered, 3 right person, 4 promised, 5 kept.',
  calls: '1: it was called, 2: somebody spoke.',
  paid: '1: a payment an agent alone told of, 2: realized money.',
  said: 'Its last disposition, where it was paid in the month or the month is -infinity: 2 a promise, a settlement or a payment, 1 another.',
};
const monthCounts = {
  ...monthStates,
  assignee_id: 'Agent who works the loans now; 0: nobody; -1: everybody.',
  month: 'First day of the month (India); -infinity: what was said last, whenever that was.',
  loans: book.loans,
  total: book.total,
};
const calledCounts = {
  month: 'First day of the month (India); -infinity: ever.',
  assignee_id: 'Agent who works the loans now; 0: nobody, and ever.',
  is_active: 'Whether the loans are active; ever: true.',
  level:
    'Calls of each: none, 1, to 5, to 10, above, five for each step; and one for each step of those in which an agent spoke. Ever: 0.',
  loans: 'Number of loans that were called.',
  calls: 'Calls of them, and in the row of inactive loans of nobody those of no loan.',
  connected: 'Of the calls those in which an agent spoke.',
};
export const reportingTables = {
  access_records: {
    is: 'Which user opened which borrower, loan, list or file; append-only. Written within a second after the response.',
    columns: {
      id: 'Month and serial number.',
      at: 'Time of the response (UTC).',
      actor_id: 'The user who opened it.',
      endpoint: 'Endpoint, such as loans.borrower.',
      borrower_ids: 'Borrowers named by the request or response.',
      loan_ids: 'Loans named by the request or response.',
      rows: 'Rows of the response; 0 for a file.',
      asked: 'Key and filters of the request, without typed text.',
      origin: 'The address the request came from.',
      request_id: 'The request, as in the log.',
    },
  },
  sum_changes: {
    is: 'What a change adds to and takes from the sums below; fold_sums() folds it in a moment later.',
    columns: {
      ...book,
      ...money,
      ...payers,
      ...agent,
      day: 'Day in India of the sum it belongs to.',
      payments: 'Number of payments.',
      promises: 'Number of promises.',
      age: 'Bucket of days past due of the loans.',
      status: 'Their payment status; null: no loans are told of.',
      history: 'Their payment history status.',
      assigned: 'Month they were given to somebody (YYYY-MM, India).',
    },
  },
  ...endTables,
  book_sums: {
    is: 'Loans, dues and what was collected on them by agent and slice of the book.',
    columns: { ...book, ...ever },
  },
  book_sums_now: { is: 'book_sums with changes that are not folded yet.', columns: { ...book, ...ever } },
  book_days: {
    is: 'Collections and promises by day, agent and slice of the book.',
    columns: { ...sliceOfBook, ...money },
  },
  book_days_now: {
    is: 'book_days with changes that are not folded yet.',
    columns: { ...sliceOfBook, ...money },
  },
  lender_days: {
    is: 'Collections and promises by day and slice of the book, whoever works it.',
    columns: { ...lender, payers: counted },
  },
  lender_days_now: {
    is: 'lender_days with changes that are not folded yet.',
    columns: lender,
  },
  payer_days: {
    is: 'Who paid on a day: people cannot be added up, so they are listed.',
    columns: {
      ...payers,
      is_alone: 'It is the only row of the borrower in the month: counted in lender_days.',
    },
  },
  payer_days_now: {
    is: 'payer_days with changes that are not folded yet.',
    columns: { ...payers, payers: 'Always 0.' },
  },
  lender_payers_now: {
    is: 'Who paid in days of one month, whoever works them: distinct borrowers are the sum, by borrower_id, of sum(payers) + (sum(payments) > 0)::int.',
    columns: {
      ...payersOfLender,
      borrower_id: 'Borrower who paid; null: counted in payers.',
      payers: 'Borrowers counted.',
    },
  },
  agent_days: { is: 'What an agent did on a day.', columns: agent },
  agent_days_now: {
    is: 'agent_days with changes that are not folded yet and the stretch that lasts.',
    columns: agent,
  },
  call_changes: {
    is: 'What a change of a call adds to called_loans; fold_calls() folds it in a moment later.',
    columns: {
      ...called,
      user_id: 'Agent; null: none joined.',
      month: 'First day of the month of the call (India); null: its loan changed hands.',
      hour: 'Hour of the call (India).',
    },
  },
  called_loans: {
    is: 'How often a person called a loan.',
    columns: {
      ...called,
      ...calledThen,
      level: 'Of everybody: how often it was called that month, as called_counts has it.',
      assignee_id: 'Of everybody: who works the loan, as it is counted in called_counts; 0: nobody.',
      is_active: 'Of everybody: whether the loan is active, as it is counted in called_counts.',
    },
  },
  called_loans_now: {
    is: 'called_loans with changes that are not folded yet.',
    columns: { ...called, ...calledThen },
  },
  call_hours: { is: 'Calls of a person in an hour of the last forty days.', columns: callHours },
  call_hours_now: { is: 'call_hours with changes that are not folded yet.', columns: callHours },
  book_kinds: { is: 'Active loans by who works them, lender, and one thing at a time.', columns: kinds },
  book_kinds_now: { is: 'book_kinds with changes that are not folded yet.', columns: kinds },
  outcome_changes: {
    is: 'What an outcome, a promise that was judged or a loan that moved adds to outcome_months and promise_sums.',
    columns: {
      assignee_id: 'Agent who works the loan now; 0: nobody.',
      client_id: 'The lender (client).',
      is_active: 'Whether the loan is active.',
      disposition_id: 'Kind of outcome: 1 promise, 2 follow-up, 3 final settlement, 4 payment.',
      month: 'First day of the month it was written for (India); null: a promise was judged.',
      due_on: 'Day a promise is due (India).',
      sub_disposition_id: 'Its reason; 0: none.',
      outcomes: 'Number of outcomes.',
      amount: 'Of them in all, paise.',
      kept: judged.kept,
      broken: judged.broken,
    },
  },
  outcome_months: { is: 'Outcomes of a month by kind, of loans of an assignee.', columns: outcomeMonths },
  outcome_months_now: { is: 'outcome_months with changes that are not folded yet.', columns: outcomeMonths },
  promise_sums: { is: 'Promises of active loans by the day they are due.', columns: promiseSums },
  promise_sums_now: { is: 'promise_sums with changes that are not folded yet.', columns: promiseSums },
  lapse_changes: {
    is: 'What a change of a promise adds to promise_lapses.',
    columns: { ...promiseLapses, assignee_id: 'Agent who works its loan now; 0: nobody.' },
  },
  promise_lapses: { is: 'Promises by the day they are over.', columns: promiseLapses },
  promise_lapses_now: { is: 'promise_lapses with changes that are not folded yet.', columns: promiseLapses },
  month_changes: {
    is: 'Loans whose month is to be looked at again; fold_months() does a moment later.',
    columns: {
      month: 'First day of the month (India); null: the loan itself changed.',
      user_id: 'Who wrote an outcome.',
      disposition_id: 'Its disposition.',
      sub_disposition_id: 'Its sub-disposition; 0: none.',
      n: '1: an outcome came, -1: it went; null: something else changed.',
    },
  },
  month_loans: {
    is: 'What became of a loan in a month; of months that are over the last alone is kept.',
    columns: { ...monthStates, month: monthCounts.month, total: book.total },
  },
  said_counts: { is: 'Outcomes a person wrote in a month, by disposition.', columns: saidCounts },
  said_counts_now: { is: 'said_counts with changes that are not folded yet.', columns: saidCounts },
  month_counts: { is: 'How many loans of month_loans are alike.', columns: monthCounts },
  month_counts_now: { is: 'month_counts with changes that are not folded yet.', columns: monthCounts },
  called_counts: { is: 'How many loans were called so often in a month.', columns: calledCounts },
  called_counts_now: {
    is: 'called_counts with changes that are not folded yet.',
    columns: calledCounts,
  },
} satisfies TableComments;
