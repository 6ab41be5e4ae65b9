import { expect, test } from 'vitest';
import { language } from './language.ts';

const named = (name: string) => language.find((word) => word.name === name || word.synonyms?.includes(name));

test('the trade terms exist by name or synonym', () => {
  const needed =
    'right-party contact, contactability, connect rate, occupancy, AHT, promise-kept rate, cure rate, roll forward, roll back, resolution, bucket, vintage, DRR, POS, TOS, DNC, PTP, disposition, DPD, CRR, ROR, penetration, intensity, abandon rate, waiver, NPA, EMI, hopper, after-call work';
  expect(needed.split(', ').filter((name) => !named(name))).toEqual([]);
  expect(language.length).toBeGreaterThanOrEqual(120);
});

test('terms are unique, and every sentence has a full stop', () => {
  const names = Map.groupBy(language, ({ name }) => name.toLowerCase());
  expect([...names.values()].filter((same) => same.length > 1)).toEqual([]);
  const sentences = language.flatMap(({ is, not }) => [is, ...(not ? [not] : [])]);
  expect(sentences.filter((sentence) => !/^\p{Lu}.{10,178}\.$/u.test(sentence))).toEqual([]);
});

test('a figure has its formula', () => {
  const figures = language.filter(({ metric }) => metric);
  expect(figures.length).toBeGreaterThan(25);
  expect(language.filter(({ name, metric }) => name.endsWith(' rate') && !metric)).toEqual([]);
  expect(figures.filter(({ metric }) => metric?.unit === 'share' && !/[÷+]/.test(metric.formula))).toEqual(
    [],
  );
});
