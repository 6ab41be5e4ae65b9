import type { fileNoticesText } from '../en/file-notices.ts';
import type { Overlay } from '#text/locale.ts';

export const fileNoticesHindi: Overlay<typeof fileNoticesText> = {
  title: 'सूचनाएँ',
  about: 'ये पंक्तियाँ ली जाती हैं। देखें कि क्या छोड़ा गया या लिखे से अलग रखा गया।',
  column: 'कॉलम',
  notice: 'सूचना',
  count: 'पंक्तियाँ',
  examples: 'पहली पंक्तियाँ',
  leftOut: (reason) => `छोड़ा गया: ${reason}`,
  kinds: {
    'left-out': 'छोड़ा गया',
    rounded: 'पूर्णांकित',
    lakh: 'लाख या करोड़ पूरे अंकों में',
    century: 'जन्म का वर्ष 19xx पढ़ा गया',
    'at-least': '“90+” को 90 पढ़ा गया',
    'point-zero': '“.0” हटाया गया',
    'second-number': 'दूसरा नंबर वैकल्पिक संपर्क में रखा गया',
    'unused-number': 'और नंबर नहीं रखे गए',
    state: 'राज्य सूची के नाम से रखा गया',
    deceased: 'नाम के अनुसार उधारकर्ता की मृत्यु हो चुकी है: होल्ड लगाएँ',
    'pos-above-tos': 'POS, TOS से अधिक है: कॉलम जाँचें',
    'stored-as-zero': 'नए ऋण की राशि नहीं: 0 रखी गई',
    'without-amounts': 'POS और TOS के बिना नए ऋण',
    'repeated-header': 'दोहराई गई शीर्षक पंक्तियाँ, नहीं पढ़ी गईं',
    'second-header': 'दूसरी शीर्षक पंक्ति, नहीं पढ़ी गई',
    footer: 'सूची के नीचे की पंक्तियाँ, नहीं पढ़ी गईं',
    total: 'योग की पंक्तियाँ, ऋण नहीं मानी गईं',
    'aadhaar-column': 'आधार का कॉलम, नहीं रखा जाता',
    'windows-1252': 'Windows-1252 के रूप में पढ़ा गया: विशेष अक्षरों वाले नाम और ₹ जाँचें',
    'utf-16': 'UTF-16 के रूप में पढ़ा गया',
  },
};
