import type { evidenceText } from '../en/evidence.ts';
import type { Overlay } from '#text/locale.ts';

export const evidenceHindi: Overlay<typeof evidenceText> = {
  title: 'सबूत',
  about: 'इस उधारकर्ता के साथ जो कुछ हुआ, क्रम से। कोई भी जाँच सकता है कि फ़ाइल बदली नहीं गई।',
  forms: { csv: 'सबूत CSV में', pdf: 'सबूत PDF में' },
  made: (rows) => `${rows} पंक्तियों का सबूत सेव हुआ`,
  failed: 'कुछ गड़बड़ हो गई!',
};
