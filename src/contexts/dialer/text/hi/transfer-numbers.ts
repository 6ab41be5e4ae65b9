import type { transferNumbersText } from '../en/transfer-numbers.ts';
import type { Overlay } from '#text/locale.ts';

export const transferNumbersHindi: Overlay<typeof transferNumbersText> = {
  title: 'कॉल सौंपने के नंबर',
  one: 'कॉल सौंपने का नंबर',
  created: 'नंबर जोड़ा गया',
  updated: 'नंबर बदला गया',
  failed: 'कुछ गड़बड़ हुई!',
  name: 'नाम',
  number: 'नंबर',
  empty: 'अभी कोई नंबर नहीं है। एजेंट कॉल केवल साथियों को सौंप सकते हैं।',
};
