import { expect, test } from 'vitest';
import { payLanguages } from '#contexts/payments/contract/pay/pay-pages.ts';
import { amountInWords } from './amount-words.ts';

test.each([
  [0, ''],
  [-1, ''],
  [50, 'Fifty paise'],
  [100, 'One rupee'],
  [123_450, 'One thousand two hundred thirty four rupees and fifty paise'],
  [1_234_567_00, 'Twelve lakh thirty four thousand five hundred sixty seven rupees'],
  [10_000_000_00, 'One crore rupees'],
  [1_000_000_000_00, 'One hundred crore rupees'],
])('%i paise are %s', (paise, words) => {
  expect(amountInWords(paise, 'en')).toBe(words);
});

test.each([
  ['hi', 'बारह हज़ार पांच सौ रुपये'],
  ['mr', 'बारा हजार पाचशे रुपये'],
  ['ta', 'பன்னிரண்டு ஆயிரத்து ஐந்நூறு ரூபாய்'],
  ['te', 'పన్నెండు వేల ఐదు వందలు రూపాయలు'],
] as const)('an amount is read in %s', (language, words) => {
  expect(amountInWords(12_500_00, language)).toBe(words);
});

test('every language reads every amount, and no two amounts are equal', () => {
  for (const language of payLanguages) {
    const spoken = Array.from({ length: 1200 }, (_, n) => amountInWords((n + 1) * 100, language));
    expect(spoken.filter((text) => /undefined|\s\s|^\s|\s$/.test(text))).toEqual([]);
    expect([language, new Set(spoken).size]).toEqual([language, spoken.length]);
  }
});
