import type { twinsText } from '../en/loan-twins.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

export const twinsHindi: Overlay<typeof twinsText> = {
  title: 'संभावित दोहराव',
  empty: 'कोई संभावित दोहराव नहीं। पुरानी फ़ाइलों के एक ही नंबर वाले लोन और भुगतान यहाँ दिखते हैं।',
  about:
    'हर पंक्ति में दो लोन या भुगतान हैं, जिनके नंबर स्प्रेडशीट में एक-दूसरे जैसे बन जाते हैं। दोनों की तुलना करें। जो लोन यहाँ नहीं होना चाहिए उसे निष्क्रिय करें, या पंक्ति को जाँचा हुआ चिह्नित करें।',
  kind: 'सूची में क्यों',
  kinds: {
    loan: 'वही लोन नंबर, अलग लिखा हुआ',
    'near-loan': 'लगभग वही लोन नंबर',
    payment: 'वही लेन-देन आईडी, अलग लिखी हुई',
  },
  one: 'पहला',
  other: 'दूसरा',
  written: 'पहले का नंबर',
  canonical: 'दूसरे का नंबर',
  client: 'क्लाइंट',
  foundAt: 'कब मिला',
  closed: 'निष्क्रिय',
  checked: 'जाँचा हुआ चिह्नित करें',
  askChecked: (one, other) => `${one} और ${other} को इस सूची से हटाएँ? और कुछ नहीं बदलेगा, और ये फिर सूची में नहीं आएँगे।`,
  done: 'संभावित दोहराव की सूची से हटाया गया।',
  notice: (count, n) =>
    plural('hi', n, {
      one: 'लोन या भुगतान का 1 संभावित दोहराव।',
      other: `लोन या भुगतान के ${count} संभावित दोहराव।`,
    }),
  compare: 'तुलना करें',
};
