import type { breaksText } from '../en/breaks.ts';
import type { Overlay } from '#text/locale.ts';

export const breaksHindi: Overlay<typeof breaksText> = {
  title: 'ब्रेक',
  one: 'ब्रेक',
  created: 'ब्रेक जोड़ा गया',
  updated: 'ब्रेक बदला गया',
  failed: 'कुछ गड़बड़ हो गई!',
  name: 'नाम',
  duration: 'अवधि',
  description: 'विवरण',
  empty: 'अभी कोई ब्रेक नहीं। वे ब्रेक जोड़ें जो आपके एजेंट ले सकते हैं।',
};
