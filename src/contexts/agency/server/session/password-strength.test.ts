import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastStrength, strengthOf } from './password-strength.ts';

const words = new Set([
  'india',
  'mumbai',
  'summer',
  'monday',
  'tractor',
  'lamp',
  'violet',
  'krishna',
  'purple',
  'tiger',
]);
const strength = (password: string, known: string[] = []): number =>
  strengthOf(password, { known, isCommon: (word) => words.has(word) });

test.each([
  'India@123456',
  'p@ssw0rd12345',
  'P@$$w0rd!2026',
  'Summer2026!!',
  'mumbai@12345',
  'qwertyuiopas',
  'agency12345678',
  'recoup-demo-2027',
  'Monday@654321',
  'zxcvbnm,./123',
  '1q2w3e4r5t6y',
  'krishna@2026#11',
  'JaiShriRam@108',
  'aaaabbbbcccc',
  '112233445566',
])('%s is guessed', (password) => {
  expect(strength(password)).toBeLessThan(leastStrength);
});

test.each([
  'tractor lamp violet 42',
  'purple-tiger-lamp',
  'purple tiger 88',
  'saffron hill boat 77',
  'x7#Q!9$zk2&wLp',
  'correct horse battery',
  'मेरी गाड़ी नीली है',
])('%s is not', (password) => {
  expect(strength(password)).toBeGreaterThanOrEqual(leastStrength);
});

test('personal data adds no password strength', () => {
  expect(strength('asha.rao.4821', ['asha.rao'])).toBeLessThan(leastStrength);
});

test('random passwords are rarely rejected', () => {
  const letter = fc.constantFrom(
    ...Array.from('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#-_'),
  );
  const made = fc
    .sample(fc.array(letter, { minLength: 14, maxLength: 14 }), { numRuns: 2000, seed: 7 })
    .map((all) => all.join(''));
  expect(made.filter((password) => strength(password) < leastStrength).length).toBeLessThan(20);
});
