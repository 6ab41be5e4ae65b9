import type { TableComments } from '#kernel/server/tables.ts';

export const machineTables = {
  machine_checks: {
    is: 'What the exchange made of the voice that answered a call.',
    columns: {
      attempt_id: 'The call.',
      campaign_id: 'Campaign it was placed for.',
      verdict: 'person, machine or unsure.',
      cause: 'By what, in the words of the exchange.',
      at: 'When it was told (UTC).',
      is_put_through: 'True: a machine by its word, put through to an agent to count its errors.',
    },
  },
} satisfies TableComments;
