import type { dispositionsText } from '../en/dispositions.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

const types = { disposition: 'नतीजा', subDisposition: 'उप-नतीजा' };
const named = (type: unknown): string => types[type === 'subDisposition' ? type : 'disposition'];

export const dispositionsHindi: Overlay<typeof dispositionsText> = {
  title: 'नतीजे',
  one: 'नतीजा',
  empty: 'अभी कोई नतीजा नहीं। उधारकर्ता से संपर्क का जो नतीजा हो सकता है, उसे जोड़ें।',
  created: (type) => `${named(type)} जोड़ा गया`,
  updated: (type) => `${named(type)} बदला गया`,
  failed: 'कुछ गड़बड़ हो गई!',
  types,
  type: 'प्रकार',
  name: 'नाम',
  parent: 'मुख्य नतीजा',
  parentNeeded: 'मुख्य नतीजा ज़रूरी है।',
  applyDefault: 'सब पर लागू',
  clients: 'ऋणदाता',
  clientNeeded: 'ऋणदाता ज़रूरी है।',
  allClients: 'सभी ऋणदाता',
  someClients: (count) => plural('hi', count, { one: '# ऋणदाता', other: '# ऋणदाता' }),
  priority: 'प्राथमिकता',
  isDeath: 'उधारकर्ता की मृत्यु हो गई: अब किसी से संपर्क नहीं किया जाएगा',
  active: 'सक्रिय',
  inactive: 'निष्क्रिय',
  subs: 'उप-नतीजे',
  below: (name, parent) => `${name} (${parent})`,
  notForAll: 'केवल कुछ ऋणदाता',
  noSubs: 'अभी कोई उप-नतीजा नहीं।',
  swap: 'प्राथमिकता बदलें',
  swapAbout: 'चुनने की सूचियों में दो उप-नतीजों की जगह आपस में बदलता है।',
  from: 'किससे',
  to: 'किसमें',
  swapped: 'प्राथमिकताएँ बदली गईं',
  ofClient: 'नतीजे',
  noneOfClient: 'इस ऋणदाता के अभी कोई नतीजे नहीं।',
};
