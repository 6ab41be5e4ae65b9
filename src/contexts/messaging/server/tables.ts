import { channels } from '#kernel/contract/channels/channels.ts';
import type { TableComments } from '#kernel/server/tables.ts';

export const messagingTables = {
  messages: {
    is: 'A message to a borrower, from the moment it waits to what the carrier said of it.',
    columns: {
      channel: `${channels.join(', ')} or email.`,
      mobile: 'Number it goes to.',
      email: 'Address it goes to.',
      subject: 'Of an e-mail.',
      message: 'The text as sent.',
      status: 'stored (waits), queued (leaving), sent, delivered, read or failed.',
      user_id: 'Who sent it; null: the system.',
      campaign_name: 'Of an IVR call, its campaign in words.',
      response_type: 'What the borrower answered, where the channel carries answers.',
      purpose:
        'bulk, payment-link, payment-received, payment-failed, cash-received, cash-cancelled, complaint, settlement-offer, settlement-code, visit-notice, borrower-code, autopay-offer, autopay-notice or voice-message (left on a machine).',
      template_id: 'Number of the approved text at the carrier (DLT).',
      reference: 'The carrier’s number of the message.',
      fault: 'Why it did not arrive: a rule of contact or the carrier’s words.',
      sent_at: 'When the carrier took it (UTC); counts for the caps of contact.',
      due_at: 'When it leaves or is tried again (UTC).',
      tries: 'Attempts to hand it to the carrier.',
    },
  },
  message_templates: {
    is: 'Approved texts of messages.',
    columns: {
      channel: `One of ${channels.join(', ')}.`,
      template_id: 'Number at the carrier (DLT or WhatsApp).',
      message: 'The text with its variables.',
    },
  },
  message_opt_ins: {
    is: 'Numbers whose owners agreed to be written to on WhatsApp.',
    columns: {
      mobile: 'The number.',
      loan_id: 'The loan it was said about.',
      user_id: 'Who was told.',
      at: 'When (UTC).',
    },
  },
  voice_opt_ins: {
    is: 'Numbers whose owners agreed that messages are left on their answering machine.',
    columns: {
      mobile: 'The number.',
      loan_id: 'The loan it was said about.',
      user_id: 'Who was told.',
      at: 'When (UTC).',
      withdrawn_at: 'When they took it back (UTC).',
      withdrawn_by: 'Who was told that.',
    },
  },
} satisfies TableComments;
