import type { borrowerDocumentsText } from '../en/borrower-documents.ts';
import type { Overlay } from '#text/locale.ts';

export const borrowerDocumentsHindi: Overlay<typeof borrowerDocumentsText> = {
  title: 'दस्तावेज़',
  none: 'इस उधारकर्ता के अभी कोई दस्तावेज़ नहीं हैं।',
  add: 'दस्तावेज़ जोड़ें',
  category: 'दस्तावेज़ का प्रकार',
  files: 'फ़ाइलें',
  hint: 'pdf, png, jpg, docx या txt, हर फ़ाइल 10 MB तक, एक बार में अधिकतम 10।',
  tooMany: 'एक बार में अधिकतम 10 फ़ाइलें।',
  tooLarge: (name) => `${name} 10 MB से बड़ी है।`,
  wrongType: (name) => `${name} pdf, png, jpg, docx या txt फ़ाइल नहीं है।`,
  selectFile: 'कृपया फ़ाइल चुनें',
  sending: (done, all) => `${all} में से ${done} भेजी जा रही है`,
  submit: 'जमा करें',
  saved: 'दस्तावेज़ सहेजे गए',
  failed: 'कोई गड़बड़ी हुई!',
  remove: (name) => `${name} हटाएँ`,
  askRemove: (name) => `${name} हटाएँ? यह वापस नहीं आएगा।`,
  removeYes: 'हटाएँ',
};
