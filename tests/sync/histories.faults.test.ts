/** Hundreds of thousands of days of a phone; `npm test` lives through the first two thousand. */
import { expect, test } from 'vitest';
import { live } from './simulated/history.ts';

const histories = Number(process.env['HISTORIES'] ?? 200_000);
const first = Number(process.env['SEED'] ?? 10_001);
const patience = 30 * 60_000;

test(`${histories} more days of a phone`, { timeout: patience }, async () => {
  for (let seed = first; seed < first + histories; seed++)
    expect(await live(seed), `SEED=${seed} HISTORIES=1`).toEqual([]);
});
