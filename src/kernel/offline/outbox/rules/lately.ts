/**
 * Detects duplicates recorded within minutes. A user who doubts the first tap saves twice; recorded in the
 * transaction that stores the item, so that a reload, another tab and an offline phone detect it too.
 */
import { canonical, digestOf } from '#kernel/contract/outbox/canonical.ts';
import type { Lately, Meta } from '../item.ts';

type Noted = Pick<Meta, 'lately'>;
const withinMs = 2 * 60_000;
/** Enough to distinguish a few items, too little to reveal their content. */
const length = 8;

export const likenessOf = async (about: object): Promise<string> =>
  (await digestOf(canonical(about))).slice(0, length);

/** After a clock was set to the past an item is in the future: its age is unknown. */
const isRecent = ({ at }: Lately, now: number): boolean => at <= now && now - at < withinMs;

/** When the same was written last, within two minutes. */
export const writtenLately = (noted: Noted | undefined, likeness: string, now: number): number | undefined =>
  noted?.lately?.findLast((one) => one.likeness === likeness && isRecent(one, now))?.at;

export const withLately = (
  { lately = [] }: Noted,
  one: Omit<Lately, 'likeness'> & { likeness?: string },
): Noted => {
  const { likeness, ...rest } = one;
  const recent = lately.filter((other) => isRecent(other, one.at));
  return { lately: likeness === undefined ? recent : [...recent, { ...rest, likeness }] };
};

/** It was withdrawn or discarded: the next one is no duplicate. */
export const withoutLately = ({ lately = [] }: Noted, id: string): Noted => ({
  lately: lately.filter((one) => one.id !== id),
});
