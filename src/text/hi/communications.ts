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
  channels: { whatsApp: 'व्हाट्सऐप', sms: 'एसएमएस', ivr: 'आईवीआर', rcs: 'आरसीएस' },
  title: 'संचार',
  channelsLabel: 'माध्यम',
  emptyOwn: 'आपके उधारकर्ताओं को अभी कोई संदेश नहीं गया।',
  loanNumber: 'लोन नंबर',
  borrower: 'उधारकर्ता',
  client: 'ऋणदाता',
  mobile: 'मोबाइल',
  message: 'संदेश',
  statusHead: 'स्थिति',
  loanStatus: 'लोन की स्थिति',
  loanStatuses: { true: 'सक्रिय', false: 'निष्क्रिय' },
  campaign: 'कैंपेन',
  response: 'जवाब',
  createdAt: 'बनाया गया',
  updatedAt: 'बदला गया',
  by: 'किसने',
  from: 'तारीख़',
};
