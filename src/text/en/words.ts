import { localised } from '../locale.ts';

/** Texts around the glossary. */
export const wordsText = localised('words', {
  find: 'Find a word or a figure',
  none: 'No such word here.',
  isNot: (not: string) => `Not: ${not}`,
  counted: (formula: string) => `Counted as: ${formula}`,
  also: (names: string) => `Also called: ${names}`,
});
