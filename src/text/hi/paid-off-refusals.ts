import type { paidOffRefusals } from '../en/paid-off-refusals.ts';
import type { Overlay } from '../locale.ts';

export const paidOffRefusalsHindi: Overlay<typeof paidOffRefusals> = {
  contact: 'लोन चुक गया है: अब उधारकर्ता से कोई संपर्क नहीं करता',
  debt: 'लोन चुक गया है: सेटलमेंट करने को कुछ बाक़ी नहीं है।',
};
