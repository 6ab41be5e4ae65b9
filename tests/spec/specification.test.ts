/** The specification's tables against what is built: what is missing is on a list that may only shrink. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mapOf } from '../../src/tools/map.ts';

const here = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const lines = (file: string): string[] => here(file).trimEnd().split('\n');
/** `count` is how many rows were missing on `date`; raising it is not allowed. */
type NotYet = Record<
  'api' | 'routes' | 'flags' | 'messages',
  { date: string; count: number; rows: string[] }
>;
const notYet = JSON.parse(here('not-yet.json')) as NotYet;
const map = await mapOf();

const shape = (line: string): string => line.replace(/\/$/, '').replace(/:\w+/g, ':x');
const endpoints = new Set(
  map.endpoints.map(({ method, path }) => shape(`${method} ${path.replace(/^\/api/, '')}`)),
);
const routes = new Set(map.screens.map(({ path }) => path));
const flags = new Set<string>(map.flags);
const texts = new Set(map.texts);
const joined = map.texts.join('\n');

/** Wire values of the specification, displayed as labels (decision 052). */
const labels: Readonly<Record<string, string>> = {
  loggedIn: 'Logged in',
  break: 'On break',
  whatsApp: 'WhatsApp',
  rcs: 'RCS',
  ivr: 'IVR',
  sms: 'SMS',
  'SMS, IVR, Whatsapp, RCS': 'SMS, IVR, WhatsApp, RCS',
};

/** A row of several labels requires each; one with a placeholder requires the surrounding text. */
function isSaid(message: string): boolean {
  // A figure in the specification is a fact in the text.
  if (texts.has(message) || texts.has(message.replace(/\d+/g, '{}'))) return true;
  const fixed = message
    .split(/\{[^}]*\}|,\s/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
  return (
    fixed.length > 0 &&
    fixed.every((part) =>
      fixed.length > 1 && !message.includes('{') ? texts.has(part) : joined.includes(part),
    )
  );
}

const tables: Record<keyof NotYet, (row: string) => boolean> = {
  api: (row) => endpoints.has(shape(row.replace('\t', ' '))),
  routes: (row) => routes.has(row),
  flags: (row) => flags.has(row),
  messages: (row) => isSaid(labels[row] ?? row),
};

describe.each(Object.keys(tables) as (keyof NotYet)[])('%s', (name) => {
  const missing = lines(`${name}.tsv`).filter((row) => !tables[name](row));

  test('whatever is missing is on the not-yet list', () => {
    expect(missing.filter((row) => !notYet[name].rows.includes(row))).toEqual([]);
  });
  test('built items are removed from the not-yet list', () => {
    expect(notYet[name].rows.filter((row) => !missing.includes(row))).toEqual([]);
  });
  test('the list only shrinks', () => {
    expect(notYet[name].rows.length).toBeLessThanOrEqual(notYet[name].count);
  });
});

test('a planted row is found missing', () => {
  expect(tables.api('GET\t/no-such-path')).toBe(false);
  expect(tables.messages('This sentence is nowhere')).toBe(false);
  expect(tables.messages('Login successful')).toBe(true);
});

test('the map is printed by a separate process, started by its command', () => {
  const printed = execFileSync(process.execPath, ['src/tools/map.ts', '--json'], { encoding: 'utf8' });
  const map = JSON.parse(printed) as Awaited<ReturnType<typeof mapOf>>;
  expect(map.endpoints.length).toBeGreaterThan(200);
});
