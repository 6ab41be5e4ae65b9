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
      message_id: 'The message left on it, among the recorded calls; empty: it was hung up on.',
      sound: 'Its sound on the exchange, named by its words.',
      told_at: 'When the exchange was asked to leave it (UTC).',
      fate: 'What became of the message: begun, whole, cut, none (not left) or unknown (no server heard its end).',
    },
  },
  machine_messages: {
    is: 'What campaigns leave on machines that answer.',
    columns: { campaign_id: 'The campaign.', template_id: 'The template of recorded calls.' },
  },
} satisfies TableComments;
