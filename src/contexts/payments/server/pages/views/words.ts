import { type PayLanguage, isPayLanguage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { payBengali } from '#contexts/payments/text/bn/pay.ts';
import { type PayLegalWords, payLegalText } from '#contexts/payments/text/en/pay-legal.ts';
import { type PayWords, payText } from '#contexts/payments/text/en/pay.ts';
import { payGujarati } from '#contexts/payments/text/gu/pay.ts';
import { payLegalHindi } from '#contexts/payments/text/hi/pay-legal.ts';
import { payHindi } from '#contexts/payments/text/hi/pay.ts';
import { payKannada } from '#contexts/payments/text/kn/pay.ts';
import { payMalayalam } from '#contexts/payments/text/ml/pay.ts';
import { payMarathi } from '#contexts/payments/text/mr/pay.ts';
import { payPunjabi } from '#contexts/payments/text/pa/pay.ts';
import { payTamil } from '#contexts/payments/text/ta/pay.ts';
import { payTelugu } from '#contexts/payments/text/te/pay.ts';

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

/** The legal texts with their language: English where there is no translation. */
const legals: Partial<Record<PayLanguage, PayLegalWords>> = { hi: payLegalHindi };
export const legalIn = (language: PayLanguage): { lang: PayLanguage; words: PayLegalWords } => {
  const words = legals[language];
  return words ? { lang: language, words } : { lang: 'en', words: payLegalText };
};
