import type { allocationTypesText } from '../en/allocation-types.ts';
import type { Overlay } from '#text/locale.ts';

export const allocationTypesHindi: Overlay<typeof allocationTypesText> = {
  title: 'आवंटन प्रकार',
  one: 'आवंटन प्रकार',
  created: 'आवंटन प्रकार जोड़ा गया',
  updated: 'आवंटन प्रकार बदला गया',
  failed: 'कुछ गड़बड़ हो गई!',
  name: 'नाम',
  code: 'कोड',
  colour: 'रंग',
  active: 'सक्रिय',
  empty: 'अभी कोई आवंटन प्रकार नहीं। वे तरीके जोड़ें जिनसे आपके लोन बाँटे जाते हैं।',
};
