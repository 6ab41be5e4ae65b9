import { expect, test } from 'vitest';
import { payLanguages } from '#contexts/payments/contract/pay/pay-pages.ts';
import { minePageWords } from './words.ts';

type Said = readonly [place: string, words: string];
/** Every sentence with its path; parameters are interpolated unchanged. */
const saidIn = (words: object, at = ''): Said[] =>
  Object.entries(words).flatMap(([name, word]: [string, unknown]): Said[] => {
    const place = `${at}${name}`;
    if (typeof word === 'string') return [[place, word]];
    if (typeof word === 'function') return [[place, (word as (fact: string) => string)('{fact}')]];
    return saidIn(word as object, `${place}.`);
  });
const factsIn = (words: string): string => (words.match(/\{fact\}|\d+/g) ?? []).join();
const english = saidIn(minePageWords.en);

test.each(payLanguages)('%s has every text, with the facts and numbers of the English', (language) => {
  const said = saidIn(minePageWords[language]);
  expect(said.map(([place, words]) => [place, factsIn(words)])).toEqual(
    english.map(([place, words]) => [place, factsIn(words)]),
  );
  expect(said.filter(([, words]) => words.trim() === '')).toEqual([]);
});

const scripts = {
  hi: 'Devanagari',
  mr: 'Devanagari',
  bn: 'Bengali',
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  gu: 'Gujarati',
  ml: 'Malayalam',
  pa: 'Gurmukhi',
} as const;

test.each(Object.entries(scripts))('%s uses only its script', (language, script) => {
  const own = new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u');
  const said = saidIn(minePageWords[language as keyof typeof scripts]);
  expect(said.filter(([, words]) => !own.test(words.replace('{fact}', '')))).toEqual([]);
});

test('no two languages share a text, except loanwords', () => {
  const pages = payLanguages.map((language) => minePageWords[language].about('X'));
  expect(new Set(pages).size).toBe(payLanguages.length);
});
