import type { centersText } from '../en/centers.ts';
import type { Overlay } from '#text/locale.ts';

export const centersHindi: Overlay<typeof centersText> = {
  title: 'केंद्र',
  one: 'केंद्र',
  created: 'केंद्र जोड़ा गया!',
  updated: 'केंद्र बदला गया!',
  failed: 'कुछ गड़बड़ हो गई!',
  name: 'नाम',
  code: 'कोड',
  address: 'पता',
  landmark: 'पास की पहचान',
  zipcode: 'पिन कोड',
  state: 'राज्य',
  city: 'शहर',
  phone: 'फ़ोन',
  active: 'सक्रिय',
  empty: 'अभी कोई केंद्र नहीं। वे जगहें जोड़ें जहाँ से आपके लोग काम करते हैं।',
};
