import { expect, test } from 'vitest';
import { tellsIn } from './words.ts';

const lenders = ['Sahyadri Capital', 'ABC'];

test('a message may contain a greeting, the caller and a callback number', () => {
  for (const text of [
    'Good day. This is Asha from Meridian Services. Please call us back on 1800 123 4567.',
    'नमस्ते। कृपया 98765 43210 पर हमें वापस कॉल करें। धन्यवाद।',
    'Hello, please ring +91 9876543210 or 022-23456789 when you have a moment.\nनमस्ते, कृपया हमें कॉल करें।',
  ])
    expect(tellsIn(text, lenders)).toBeNull();
});

test('no loan, no amount, no lender, and nothing filled in', () => {
  const told: [string, string][] = [
    ['Your loan is overdue', 'loan'],
    ['Please call about your EMI.', 'EMI'],
    ['You have dues', 'dues'],
    ['आपकी किस्त बाकी है', 'किस्त'],
    ['कृपया भुगतान करें', 'भुगतान'],
    ['Call us about 5,000', '5'],
    ['Call before 12 December', '12'],
    ['₹ is waiting', '₹'],
    ['five thousand', 'thousand'],
    ['Dear {{name}}, please call', '{{name}}'],
    ['This is Sahyadri, please call', 'Sahyadri'],
    ['A legal matter', 'legal'],
    ['क़िस्त के बारे में', 'क़िस्त'],
  ];
  for (const [text, word] of told)
    expect(tellsIn(text, lenders)?.normalize('NFC')).toBe(word.normalize('NFC'));
  // Harmless words with a matching prefix.
  expect(tellsIn('A duet with Payal', lenders)).toBeNull();
});
