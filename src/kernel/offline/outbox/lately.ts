/**
 * Whether the same was written a moment ago. A person who doubts the first tap saves twice; noted in the change that stores
 * the entry, so that a reload, another tab and a phone without a network know it too.
 */
import { canonical, digestOf } from '#kernel/contract/outbox/canonical.ts';
import type { Lately, Meta } from './item.ts';

type Noted = Pick<Meta, 'lately'>;
const withinMs = 2 * 60_000;
/** Enough to distinguish a few entries, too little to reveal the content of one. */
const length = 8;

export const likenessOf = async (about: object): Promise<string> =>
  (await digestOf(canonical(about))).slice(0, length);

/** After a clock was set back an entry lies in the future: its age is unknown. */
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

/** It was taken back or given up: the next one is no second. */
export const withoutLately = ({ lately = [] }: Noted, id: string): Noted => ({
  lately: lately.filter((one) => one.id !== id),
});
