import type { Words } from './word.ts';

export const messagingWords: Words = [
  { name: 'message', is: 'What is sent to a borrower by a channel.', table: 'messages' },
  {
    name: 'channel',
    is: 'A way to a borrower: SMS, WhatsApp, RCS, IVR or e-mail.',
    column: 'messages.channel',
  },
  {
    name: 'IVR',
    is: 'A recorded call that takes an answer by key.',
    not: 'A call of an agent.',
    synonyms: ['voice blast', 'OBD', 'interactive voice response'],
  },
  {
    name: 'template',
    is: 'An approved text of messages.',
    synonyms: ['content template'],
    table: 'message_templates',
  },
  {
    name: 'DLT',
    is: 'Register of the carriers in which senders and templates of SMS are approved.',
    synonyms: ['distributed ledger of TRAI'],
    column: 'message_templates.template_id',
  },
  {
    name: 'opt-in',
    is: 'Consent of a number’s owner to be written to on WhatsApp.',
    synonyms: ['consent'],
    table: 'message_opt_ins',
  },
  {
    name: 'voice message',
    is: 'A spoken message left on a machine that answered a call.',
    synonyms: ['voicemail drop', 'message drop'],
    table: 'voice_opt_ins',
  },
  {
    name: 'delivery status',
    is: 'How far a message came: stored, queued, sent, delivered, read or failed.',
    synonyms: ['DLR'],
    column: 'messages.status',
  },
];
