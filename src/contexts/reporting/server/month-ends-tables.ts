/** Month-end snapshots, and rolls between them. */
import type { TableComments } from '#kernel/server/tables.ts';

const rollCounts = {
  month: 'First day of the month.',
  assignee_id: 'Agent who works the loans now, of all lenders; 0: nobody; -1: everybody, by lender.',
  client_id: 'The lender (client) of what everybody works; 0: all.',
  came_from: 'Bucket of days past due when the month before ended; new: not there or not active.',
  went_to: 'Bucket when it ended; gone: not there or not active any more.',
  move: 'back, on, same, new, gone, or untold where one of the files said no days.',
  loans: 'Number of loans.',
  amount: 'What they owed before, of those that came in after, paise.',
};
export const endTables = {
  month_ends: {
    is: 'Ends of months at which it was kept where each active loan stood.',
    columns: {
      month: 'First day of the month.',
      taken_at: 'When it was taken (UTC), in the first days of the next month.',
      is_summed: 'Whether its roll rates are in roll_counts.',
    },
  },
  loan_month_ends: {
    is: 'Where an active loan stood when a month ended: roll rates compare two of them.',
    columns: {
      month: 'First day of the month.',
      dpd: 'Days past due; null: its file told none.',
      outstanding: 'TOS, paise.',
    },
  },
  roll_changes: {
    is: 'A loan that went to somebody else or another lender; fold_rolls() folds it into roll_counts a moment later.',
    columns: {
      was_assignee_id: 'Agent who worked it; 0: nobody.',
      was_client_id: 'Its lender (client) before.',
      assignee_id: 'Agent who works it now; 0: nobody.',
      client_id: 'Its lender (client) now.',
    },
  },
  roll_counts: { is: 'Where loans came from and went to in a month that is over.', columns: rollCounts },
  roll_counts_now: { is: 'roll_counts with changes that are not folded yet.', columns: rollCounts },
} satisfies TableComments;
