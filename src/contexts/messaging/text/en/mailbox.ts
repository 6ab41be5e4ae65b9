import { localised } from '#text/locale.ts';

/** Development mailbox: mails that a carrier would have sent. */
export const mailboxText = localised('mailbox', {
  title: 'Development mailbox',
  explain: 'Nothing here has left this machine. The newest hundred messages and letters are shown.',
  signIn: 'Sign in as an administrator to read what was sent.',
  login: 'Sign in',
  find: 'Find',
  search: 'Number, address or words',
  none: 'Nothing was sent yet.',
  noneFound: 'Nothing matches this search.',
  at: 'When',
  channel: 'Channel',
  to: 'To',
  status: 'Status',
  text: 'Text',
  statuses: {
    queued: 'On its way',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
  },
});
