import { localised } from '../locale.ts';

/** Links that agents send, so that a borrower can pay. */
export const paymentLinksText = localised('payment-links', {
  open: 'Generate Link',
  title: 'Send Payment Link',
  number: 'Mobile number',
  needNumber: 'Please select mobile number!',
  newNumber: 'A new number',
  typed: 'New mobile number',
  reason: 'Why this number',
  consent: 'The borrower asked for the link at this number',
  channel: 'Sent by',
  channels: { sms: 'SMS', whatsApp: 'Whatsapp', email: 'E-mail' },
  amount: 'Amount',
  amountHint: 'Optional: the borrower can change it.',
  send: 'Send link',
  sent: (to: string) => `Payment link sent to ${to}.`,
  failed: 'Something went wrong!',
  links: 'Links so far',
  until: (moment: string) => `valid until ${moment}`,
  copy: 'Copy link',
  copied: 'Link copied',
  revoke: 'Revoke',
  revoked: 'Link revoked',
  states: {
    sent: 'Sent',
    opened: 'Opened',
    paid: 'Paid',
    expired: 'Expired',
    replaced: 'Replaced',
    revoked: 'Revoked',
  },
});
