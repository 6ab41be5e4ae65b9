/** An amount in spoken form, in lakhs and crores. */
import type { PayLanguage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { bengaliNumbers } from '#contexts/payments/text/bn/number-words.ts';
import { type NumberWords, type Scale, englishNumbers } from '#contexts/payments/text/en/number-words.ts';
import { gujaratiNumbers } from '#contexts/payments/text/gu/number-words.ts';
import { hindiNumbers } from '#contexts/payments/text/hi/number-words.ts';
import { kannadaNumbers } from '#contexts/payments/text/kn/number-words.ts';
import { malayalamNumbers } from '#contexts/payments/text/ml/number-words.ts';
import { marathiNumbers } from '#contexts/payments/text/mr/number-words.ts';
import { punjabiNumbers } from '#contexts/payments/text/pa/number-words.ts';
import { tamilNumbers } from '#contexts/payments/text/ta/number-words.ts';
import { teluguNumbers } from '#contexts/payments/text/te/number-words.ts';

const numbers: Readonly<Record<PayLanguage, NumberWords>> = {
  en: englishNumbers,
  hi: hindiNumbers,
  bn: bengaliNumbers,
  ta: tamilNumbers,
  te: teluguNumbers,
  mr: marathiNumbers,
  kn: kannadaNumbers,
  gu: gujaratiNumbers,
  ml: malayalamNumbers,
  pa: punjabiNumbers,
};
const small = new Map(
  Object.values(numbers).map((words) => [words, words.small.split('|').map((word) => word.trim())]),
);

const scales = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
] as const;

function scaled(words: NumberWords, { one, many }: Scale, times: number, isLast: boolean): string {
  const form = isLast ? 0 : 1;
  return times === 1 ? one[form] : `${spoken(words, times)} ${many[form]}`;
}

function spoken(words: NumberWords, n: number): string {
  const parts: string[] = [];
  let rest = n;
  for (const [size, name] of scales) {
    const times = Math.floor(rest / size);
    rest %= size;
    if (times > 0) parts.push(scaled(words, words[name], times, rest === 0));
  }
  const hundred = Math.floor(rest / 100);
  rest %= 100;
  if (hundred > 0) parts.push((rest === 0 ? words.hundreds : words.hundredsAnd)[hundred - 1] ?? '');
  if (rest > 0 || parts.length === 0) parts.push(small.get(words)?.[rest] ?? '');
  return parts.join(' ');
}

/** Nothing for nothing. */
export function amountInWords(paise: number, language: PayLanguage): string {
  if (!Number.isSafeInteger(paise) || paise <= 0) return '';
  const words = numbers[language];
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const parts = [
    ...(rupees > 0 ? [spoken(words, rupees), rupees === 1 ? words.rupee : words.rupees] : []),
    ...(rest > 0 ? [rupees > 0 ? words.and : '', spoken(words, rest), words.paise] : []),
  ];
  const text = parts.filter(Boolean).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
