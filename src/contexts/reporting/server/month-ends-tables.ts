/** Month-end snapshots. */
import type { TableComments } from '#kernel/server/tables.ts';

export const endTables = {
  month_ends: {
    is: 'Ends of months of which the state of each active loan is stored.',
    columns: {
      month: 'First day of the month.',
      taken_at: 'When it was taken (UTC), in the first days of the next month.',
      is_summed: 'Whether its roll rates are in roll_counts.',
    },
  },
  loan_month_ends: {
    is: 'State of a loan at the end of a month and of the one before: roll rates compare them.',
    columns: {
      month: 'First day of the month.',
      dpd: 'Days past due; null: its file had none.',
      outstanding: 'TOS, paise; null: not active.',
      dpd_before: 'Days past due at the end before; null: its file had none.',
      outstanding_before: 'TOS at the end before, paise; null: not active, or not there.',
    },
  },
} satisfies TableComments;
