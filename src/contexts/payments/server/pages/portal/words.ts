import type { PayLanguage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { minePageBengali } from '#contexts/payments/text/bn/mine-page.ts';
import { type MinePageWords, minePageText } from '#contexts/payments/text/en/mine-page.ts';
import { minePageGujarati } from '#contexts/payments/text/gu/mine-page.ts';
import { minePageHindi } from '#contexts/payments/text/hi/mine-page.ts';
import { minePageKannada } from '#contexts/payments/text/kn/mine-page.ts';
import { minePageMalayalam } from '#contexts/payments/text/ml/mine-page.ts';
import { minePageMarathi } from '#contexts/payments/text/mr/mine-page.ts';
import { minePagePunjabi } from '#contexts/payments/text/pa/mine-page.ts';
import { minePageTamil } from '#contexts/payments/text/ta/mine-page.ts';
import { minePageTelugu } from '#contexts/payments/text/te/mine-page.ts';
import type { Spoken } from '../views/words.ts';

/** A page is written in one of them; the others are not sent. */
export const minePageWords: Readonly<Record<PayLanguage, MinePageWords>> = {
  en: minePageText,
  hi: minePageHindi,
  bn: minePageBengali,
  ta: minePageTamil,
  te: minePageTelugu,
  mr: minePageMarathi,
  kn: minePageKannada,
  gu: minePageGujarati,
  ml: minePageMalayalam,
  pa: minePagePunjabi,
};
export const wordsIn = ({ language }: Spoken): MinePageWords => minePageWords[language];
