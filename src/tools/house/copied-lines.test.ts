import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../../tests/architecture/source.ts';

const page = readFileSync(`${root}/.github/CONTRIBUTING.md`, 'utf8');
const pattern = /\[`[\w./-]+:(\d+)`\]\(\.\.\/([\w./-]+)#L(\d+)\) `([^`]+)`/g;
/** A reader finds an identifier this near; an edit above it needs no change of the page. */
const NEAR = 10;

test('each pattern of CONTRIBUTING.md names a line near its identifier', () => {
  const patterns = [...page.matchAll(pattern)];
  const stale = patterns.flatMap(([, shown = '', path = '', line = '', identifier = '']) => {
    const lines = readFileSync(`${root}/${path}`, 'utf8').split('\n');
    const near = lines.slice(Math.max(0, Number(line) - 1 - NEAR), Number(line) + NEAR);
    return shown === line && near.some((one) => one.includes(identifier))
      ? []
      : [`${path}:${shown} has no ${identifier}. Correct the line, in text and link.`];
  });
  expect(patterns.length).toBeGreaterThan(15);
  expect(stale).toEqual([]);
});
