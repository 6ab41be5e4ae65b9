import type { paymentLinksText } from '../en/payment-links.ts';
import type { Overlay } from '../locale.ts';

export const paymentLinksHindi: Overlay<typeof paymentLinksText> = {
  open: 'लिंक बनाएँ',
  title: 'भुगतान लिंक भेजें',
  number: 'मोबाइल नंबर',
  needNumber: 'कृपया मोबाइल नंबर चुनें!',
  newNumber: 'नया नंबर',
  typed: 'नया मोबाइल नंबर',
  reason: 'यह नंबर क्यों',
  consent: 'ऋणी ने इसी नंबर पर लिंक माँगा है',
  channel: 'किससे भेजें',
  channels: { email: 'ई-मेल' },
  amount: 'राशि',
  amountHint: 'वैकल्पिक: ऋणी इसे बदल सकता है।',
  send: 'लिंक भेजें',
  sent: (to) => `भुगतान लिंक ${to} पर भेजा गया।`,
  failed: 'कुछ गड़बड़ हुई!',
  links: 'अब तक के लिंक',
  until: (moment) => `${moment} तक मान्य`,
  copy: 'लिंक कॉपी करें',
  copied: 'लिंक कॉपी हो गया',
  revoke: 'रद्द करें',
  revoked: 'लिंक रद्द हुआ',
  states: {
    sent: 'भेजा गया',
    opened: 'खोला गया',
    paid: 'भुगतान हुआ',
    expired: 'समाप्त',
    replaced: 'बदला गया',
    revoked: 'रद्द',
  },
};
