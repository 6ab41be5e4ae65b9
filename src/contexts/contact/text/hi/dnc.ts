import type { dncText } from '../en/dnc.ts';
import type { Overlay } from '#text/locale.ts';

export const dncHindi: Overlay<typeof dncText> = {
  title: 'कॉल न करें',
  empty: 'अभी कोई नंबर नहीं। यहाँ एक जोड़ें, या फ़ाइल स्क्रीन पर उनकी फ़ाइल अपलोड करें।',
  loanNumber: 'लोन नंबर',
  loan: 'लोन',
  client: 'ऋणदाता',
  mobile: 'मोबाइल',
  status: 'स्थिति',
  statuses: { active: 'सक्रिय', inactive: 'निष्क्रिय' },
  about: { active: 'सक्रिय: कॉल न करें', inactive: 'निष्क्रिय: कॉल की जा सकती है' },
  since: 'कब से',
  add: 'नंबर जोड़ें',
  added: 'नंबर सहेजा गया',
  failed: 'कुछ गड़बड़ हो गई!',
  history: 'इतिहास',
  historyOf: (loan) => `इतिहास · ${loan}`,
  none: 'अभी कुछ दर्ज नहीं है।',
  nobody: 'ऋणदाता की फ़ाइल से',
  block: 'कॉल न करें',
  blockAsk: (loan) => `लोन ${loan} के बारे में इस नंबर पर कोई कॉल नहीं कर सकेगा। जारी रखें?`,
  free: 'फिर कॉल की जा सकती है',
  freeAsk: (loan) => `लोन ${loan} के नंबर पर फिर कॉल की जा सकेगी। जारी रखें?`,
};
