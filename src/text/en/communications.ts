import { localised } from '../locale.ts';

/** Messages to a borrower, in the profile. */
export const communicationsText = localised('communications', {
  channels: { whatsApp: 'Whatsapp', sms: 'SMS', ivr: 'IVR', rcs: 'RCS', email: 'E-mail' },
  status: {
    stored: 'Not sent yet',
    queued: 'On its way',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
  },
  noText: 'A recorded call',
  older: 'Older messages',
});
