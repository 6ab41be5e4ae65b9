import type { Words } from './word.ts';

export const workWords: Words = [
  {
    name: 'disposition record',
    is: 'What came of one contact, as its agent wrote it down.',
    synonyms: ['trail', 'feedback', 'contact note'],
    table: 'borrower_dispositions',
    event: 'borrower-dispositions.recorded',
  },
  {
    name: 'PTP',
    is: 'Promise to pay: an amount by a day.',
    synonyms: ['promise to pay', 'promise', 'commitment'],
    table: 'promises',
  },
  { name: 'hot PTP', is: 'A promise its agent is sure of.', column: 'borrower_dispositions.is_hot_ptp' },
  {
    name: 'kept',
    is: 'Of a promise: enough was received by its day and the lender’s grace.',
    synonyms: ['honoured'],
    column: 'promises.state',
    event: 'borrower-dispositions.judged',
  },
  {
    name: 'broken',
    is: 'Of a promise: nothing was received when its grace was over.',
    synonyms: ['BPTP', 'broken PTP'],
    column: 'promises.state',
  },
  {
    name: 'grace',
    is: 'Days after the promised day until a promise is judged.',
    column: 'clients.promise_grace_days',
  },
  {
    name: 'PTP rate',
    is: 'Promises for each right-party contact.',
    metric: { formula: 'promises ÷ right-party contacts', unit: 'share' },
  },
  {
    name: 'promise-kept rate',
    is: 'Share of due promises that were kept, by count or value.',
    synonyms: ['kept rate', 'PTP conversion'],
    metric: { formula: 'promises kept ÷ promises whose day and grace have passed', unit: 'share' },
  },
  {
    name: 'follow-up',
    is: 'A next contact the borrower agreed to.',
    synonyms: ['callback'],
    column: 'borrower_dispositions.follow_up_date',
  },
  {
    name: 'best disposition',
    is: 'The most favourable disposition of a loan so far, by priority.',
    column: 'loans.best_disposition_id',
  },
  {
    name: 'visit',
    is: 'A field agent at a borrower’s door, with outcome and position.',
    synonyms: ['field visit', 'FOS visit'],
    table: 'visits',
  },
  { name: 'task', is: 'Loans a team leader wants one agent to work on a day.', table: 'daily_tasks' },
  {
    name: 'today',
    is: 'The loans of an agent in the order of the day, each with its reasons.',
    synonyms: ['worklist', 'queue of the day'],
  },
];
