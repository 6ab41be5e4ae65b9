import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startupText } from '#text/en/program/startup.ts';
import { SECRET } from './settings.ts';

const page = readFileSync(new URL('../../../docs/CONFIGURATION.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)`( †)? +\|/gm)];

test('docs/CONFIGURATION.md lists every setting once', () => {
  expect(rows.map(([, name = '']) => name).sort()).toEqual(Object.keys(startupText.rules).sort());
});

test('docs/CONFIGURATION.md marks the settings that may be in a file', () => {
  const marked = rows.flatMap(([, name = '', mark]) => (mark ? [name] : []));
  expect(marked.sort()).toEqual([...SECRET].sort());
});
