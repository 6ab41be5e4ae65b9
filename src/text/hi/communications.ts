import type { communicationsText } from '../en/communications.ts';
import type { Overlay } from '../locale.ts';

export const communicationsHindi: Overlay<typeof communicationsText> = {
  status: {
    stored: 'अभी नहीं भेजा गया',
    queued: 'भेजा जा रहा है',
    sent: 'भेजा गया',
    delivered: 'पहुँचा',
    read: 'पढ़ा गया',
    failed: 'नहीं पहुँचा',
  },
  noText: 'रिकॉर्ड की गई कॉल',
  older: 'पुराने संदेश',
};
