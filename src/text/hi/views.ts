import type { viewsText } from '../en/views.ts';
import type { Overlay } from '../locale.ts';

export const viewsHindi: Overlay<typeof viewsText> = {
  widthOf: (column) => `${column} की चौड़ाई`,
  pixels: (count) => `${count} पिक्सेल`,
  save: 'व्यू सहेजें',
  name: 'व्यू का नाम',
  says: 'फ़िल्टर, खोज, क्रम और कॉलम जैसे अभी हैं वैसे ही रखे जाएँगे।',
  shareWithTeam: 'मेरी टीम को दिखाएँ',
  shared: 'साझा',
  sharedBy: (name) => `${name} ने साझा किया`,
  saved: 'व्यू सहेजा गया',
  removed: 'व्यू हटाया गया',
  update: (name) => `${name} को अभी जैसा दिख रहा है वैसा करें`,
  share: (name) => `${name} मेरी टीम को दिखाएँ`,
  unshare: (name) => `${name} साझा करना बंद करें`,
  removeIt: (name) => `${name} हटाएँ`,
  removeAsks: (name) => `व्यू ${name} हटाएँ?`,
  remove: 'हटाएँ',
  none: 'अभी कोई व्यू नहीं। सूची को फ़िल्टर या क्रम में करें, फिर नाम देकर सहेजें।',
};
