/** Figures for the reader of the test output. */
import { figure } from './floor.ts';

export const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
export const tell = (what: string, all: readonly number[]): void => {
  for (const share of [0.5, 0.99]) figure(`${what}, p${share * 100} of ${all.length}`, quantile(all, share));
};
/** How often each there is. */
export const countsOf = (all: readonly (number | string)[]): number[] =>
  [...Map.groupBy(all, (one) => one).values()].map((some) => some.length);
/** What all of them did, and how often. */
export function tellDone(people: readonly { done: ReadonlyMap<string, number> }[]): void {
  const all = new Map<string, number>();
  for (const { done } of people) for (const [what, n] of done) all.set(what, (all.get(what) ?? 0) + n);
  for (const [what, n] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    process.stdout.write(`${what.padEnd(40)} ${n}\n`);
}
