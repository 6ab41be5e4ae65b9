import type { TableComments } from '#kernel/server/tables.ts';

export const summaryTables = {
  summary_syncs: {
    is: 'A Sync of many loans: what they repeat of their payments is told anew, piece by piece.',
    columns: {
      key: 'Of whose loans and which lenders it is; no two of them run at once.',
      asked_by: 'Who asked for it and is told when it is done, the latest last.',
      assignee_ids: 'Whose loans; null: everybody’s.',
      client_ids: 'Loans of which lenders (clients); null: of all.',
      reached: 'Loans up to this number are done.',
      last: 'Last number of a loan when it began.',
      left_out: 'Loans that somebody held, and that come last.',
      changed: 'How many loans said something else than their payments.',
      moved_at: 'When its last piece was done (UTC).',
      ended_at: 'When it ended (UTC); null: it runs.',
      is_failed: 'True: it ended before all loans were told anew.',
    },
  },
} satisfies TableComments;
