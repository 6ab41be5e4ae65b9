import type { evidenceText } from '../en/evidence.ts';
import type { Overlay } from '#text/locale.ts';

export const evidenceHindi: Overlay<typeof evidenceText> = {
  title: 'सबूत',
  about: 'इस उधारकर्ता के साथ जो कुछ हुआ, क्रम से। कोई भी जाँच सकता है कि फ़ाइल बदली नहीं गई।',
  forms: { csv: 'सबूत CSV में', pdf: 'सबूत PDF में' },
  made: (rows) => `${rows} पंक्तियों का सबूत सेव हुआ`,
  sample: 'ऋणदाता के ऑडिट का नमूना',
  sampleAbout:
    'ऋणदाता एक शब्द बताता है; उससे ऐसे लोन निकलते हैं जिन्हें यहाँ कोई चुन नहीं सकता। उन पर जो कुछ हुआ, एक फ़ाइल में आता है।',
  lender: 'ऋणदाता',
  count: 'लोन की संख्या',
  word: 'ऋणदाता का शब्द',
  from: 'संपर्क कब से',
  to: 'संपर्क कब तक',
  form: 'फ़ाइल',
  sampleForms: { csv: 'CSV', pdf: 'PDF' },
  draw: 'निकालें और सेव करें',
  failed: 'कुछ गड़बड़ हो गई!',
};
