import { type PayLanguage, isPayLanguage } from '#contract/pay-pages.ts';
import { payBengali } from '#text/bn/pay.ts';
import { type PayLegalWords, payLegalText } from '#text/en/pay-legal.ts';
import { type PayWords, payText } from '#text/en/pay.ts';
import { payGujarati } from '#text/gu/pay.ts';
import { payLegalHindi } from '#text/hi/pay-legal.ts';
import { payHindi } from '#text/hi/pay.ts';
import { payKannada } from '#text/kn/pay.ts';
import { payMalayalam } from '#text/ml/pay.ts';
import { payMarathi } from '#text/mr/pay.ts';
import { payPunjabi } from '#text/pa/pay.ts';
import { payTamil } from '#text/ta/pay.ts';
import { payTelugu } from '#text/te/pay.ts';

const words: Readonly<Record<PayLanguage, PayWords>> = {
  en: payText,
  hi: payHindi,
  bn: payBengali,
  ta: payTamil,
  te: payTelugu,
  mr: payMarathi,
  kn: payKannada,
  gu: payGujarati,
  ml: payMalayalam,
  pa: payPunjabi,
};

export interface Spoken {
  language: PayLanguage;
  say: PayWords;
}
export const spoken = (language: string): Spoken => {
  const known = isPayLanguage(language) ? language : 'en';
  return { language: known, say: words[known] };
};

export const spokenLanguages = (): { language: PayLanguage; name: string }[] =>
  Object.entries(words).map(([language, say]) => ({
    language: language as PayLanguage,
    name: say.languageName,
  }));

/** The legal texts, and the language they are in: English where nobody has translated them yet. */
const legals: Partial<Record<PayLanguage, PayLegalWords>> = { hi: payLegalHindi };
export const legalIn = (language: PayLanguage): { lang: PayLanguage; words: PayLegalWords } => {
  const words = legals[language];
  return words ? { lang: language, words } : { lang: 'en', words: payLegalText };
};
