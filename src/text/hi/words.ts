import type { wordsText } from '../en/words.ts';
import type { Overlay } from '../locale.ts';

export const wordsHindi: Overlay<typeof wordsText> = {
  find: 'शब्द या आँकड़ा खोजें',
  none: 'ऐसा कोई शब्द यहाँ नहीं है।',
  isNot: (not) => `यह नहीं: ${not}`,
  counted: (formula) => `गणना: ${formula}`,
  also: (names) => `और नाम: ${names}`,
};
