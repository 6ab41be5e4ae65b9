/** Moves of loans between buckets in past months. */
import { assignee, assigneeMeaning, ofLoan } from './expressions.ts';
import { sum } from './sum.ts';

export const rollCounts = sum({
  name: 'roll_counts',
  is: 'Buckets that loans left and came to in a past month.',
  by: {
    month: ['date', 'First day of the month.'],
    assignee_id: ['bigint', assigneeMeaning],
    client_id: ['bigint', 'The lender (client).'],
    came_from: ['text', 'Bucket of days past due when the month before ended; new: not active then.'],
    went_to: ['text', 'Bucket when it ended; gone: not active any more.'],
    move: ['text', 'back, on, same, new, gone, or untold where one of the files had no days.'],
  },
  amounts: {
    loans: ['int', 'Number of loans.'],
    amount: ['bigint', 'TOS at the end before, of new loans at the end, paise.'],
  },
  from: [
    {
      table: 'loan_month_ends',
      isBulk: true,
      of: ofLoan,
      by: {
        month: 'r.month',
        assignee_id: assignee('l'),
        client_id: 'l.client_id',
        came_from: `case when r.outstanding_before is null then 'new' else loan_age(r.dpd_before) end`,
        went_to: `case when r.outstanding is null then 'gone' else loan_age(r.dpd) end`,
        move: 'roll_move(r.outstanding_before is not null, r.dpd_before, r.outstanding is not null, r.dpd)',
      },
      amounts: { loans: '1', amount: 'coalesce(r.outstanding_before, r.outstanding)' },
    },
  ],
});
