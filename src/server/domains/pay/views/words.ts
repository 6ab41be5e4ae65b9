import { type PayLanguage, isPayLanguage } from '#contract/pay-pages.ts';
import { type PayWords, payText } from '#text/en/pay.ts';

const words: Partial<Record<PayLanguage, PayWords>> = { en: payText };

export interface Spoken {
  language: PayLanguage;
  say: PayWords;
}
export const spoken = (language: string): Spoken => {
  const known = isPayLanguage(language) ? language : 'en';
  return { language: known, say: words[known] ?? payText };
};

export const spokenLanguages = (): { language: PayLanguage; name: string }[] =>
  Object.entries(words).map(([language, say]) => ({
    language: language as PayLanguage,
    name: say.languageName,
  }));
