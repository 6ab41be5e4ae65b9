import { localised } from '#text/locale.ts';

/** Built-in payment gateway of demos: its user chooses the bank's result. */
export const sandboxText = localised('sandbox', {
  title: 'Sandbox gateway',
  explain: (amount: string) => `No money moves here. Choose what the bank says to a payment of ${amount}.`,
  outcomes: {
    success: 'Success',
    failure: 'Failure',
    pending: 'Pending',
    late: 'Late',
    duplicate: 'Duplicate',
    reversed: 'Reversed',
  },
  mandate: 'Choose what the bank says to this autopay.',
  mandates: {
    active: 'Active',
    rejected: 'Refused',
    paused: 'Paused',
    expired: 'Over',
    revoked: 'Ended',
  },
  about: {
    success: 'The money arrives.',
    failure: 'The bank declines.',
    pending: 'The bank says nothing yet.',
    late: 'The money arrives a little later, when the bank is asked again.',
    duplicate: 'The money arrives once and is told three times.',
    reversed: 'The money arrives and is taken back.',
  },
});
