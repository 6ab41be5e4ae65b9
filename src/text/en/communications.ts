import { localised } from '../locale.ts';

/** Messages to a borrower, in the profile. */
export const communicationsText = localised('communications', {
  channels: { whatsApp: 'Whatsapp', sms: 'SMS', ivr: 'IVR', rcs: 'RCS' },
  status: { stored: 'Not sent yet', sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Failed' },
  noText: 'A recorded call',
  older: 'Older messages',
});
