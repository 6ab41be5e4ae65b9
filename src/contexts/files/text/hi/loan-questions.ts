import type { questionsText } from '../en/loan-questions.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

export const questionsHindi: Overlay<typeof questionsText> = {
  title: 'वही लोन या दूसरा?',
  answersGiven: 'दिए गए जवाब',
  about: (open) =>
    open === 0
      ? 'सबके उत्तर मिल गए। उत्तर इस क्लाइंट के लिए याद रहेंगे।'
      : plural('hi', open, {
          one: '# नया लोन नंबर किसी दूसरे लोन के नंबर से लगभग मिलता है। उत्तर मिलने तक कुछ लागू नहीं होगा।',
          other: '# नए लोन नंबर दूसरे लोन के नंबरों से लगभग मिलते हैं। सबके उत्तर मिलने तक कुछ लागू नहीं होगा।',
        }),
  row: 'पंक्ति',
  inFile: 'फ़ाइल में',
  here: 'पहले से यहाँ',
  otherRow: (n) => `फ़ाइल की पंक्ति ${n}`,
  answer: 'उत्तर',
  answerOf: (n) => `पंक्ति ${n} का उत्तर`,
  same: 'वही लोन',
  different: 'दूसरा लोन',
  allSame: 'सब वही लोन हैं',
  allDifferent: 'सब दूसरे लोन हैं',
  noneOpen: 'सबके उत्तर पहले ही मिल गए हैं। एक-एक उत्तर नीचे बदलें।',
  sums: (pos, tos) => `मूलधन ${pos} · कुल ${tos}`,
  more: (count) =>
    plural('hi', count, {
      one: 'इनके उत्तर के बाद # और आएगा।',
      other: 'इनके उत्तर के बाद # और आएँगे।',
    }),
  failed: 'उत्तर नहीं सहेजा गया। फिर कोशिश करें।',
  elsewhere: (count, portfolios) =>
    plural('hi', count, {
      one: `इस फ़ाइल का # लोन दूसरे पोर्टफ़ोलियो में है और वहीं रहेगा: ${portfolios}`,
      other: `इस फ़ाइल के # लोन दूसरे पोर्टफ़ोलियो में हैं और वहीं रहेंगे: ${portfolios}`,
    }),
};
