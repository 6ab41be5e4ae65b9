import type { noDuesText } from '../en/no-dues.ts';
import type { Overlay } from '#text/locale.ts';

export const noDuesHindi: Overlay<typeof noDuesText> = {
  title: 'नो-ड्यूज़ पत्र',
  empty: 'अभी कोई पत्र नहीं। जो लोन पूरा चुक जाता है, या जिसका सेटलमेंट पूरा होता है, उसका पत्र अपने आप बनता है।',
  letter: (number) => `नो-ड्यूज़ पत्र ${number}`,
  number: 'पत्र संख्या',
  loanNumber: 'लोन नंबर',
  borrower: 'उधारकर्ता',
  state: 'स्थिति',
  holds: 'मान्य',
  gone: (day) => `${day} से मान्य नहीं`,
  onlyGone: 'अब मान्य नहीं',
  how: 'चुकाया',
  full: 'पूरा',
  settled: 'सेटलमेंट',
  paid: 'प्राप्त राशि',
  paidOn: 'आखिरी भुगतान',
  issuedAt: 'पत्र की तारीख',
  open: 'पत्र',
  openLetter: 'पत्र खोलें',
};
