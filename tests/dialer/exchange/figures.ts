/** Figures for whoever reads along. */
import { figure } from './floor.ts';

export const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
export const tell = (what: string, all: readonly number[]): void => {
  for (const share of [0.5, 0.99]) figure(`${what}, p${share * 100} of ${all.length}`, quantile(all, share));
};
/** How often each there is. */
export const countsOf = (all: readonly (number | string)[]): number[] =>
  [...Map.groupBy(all, (one) => one).values()].map((some) => some.length);
