import type { Events } from '#kernel/contract/events/events.ts';

/** A word of the trade or of the product: what it means, once, for screens, schema, documentation and people. */
export interface Word {
  name: string;
  /** What it is, in a sentence. */
  is: string;
  /** What it is easily taken for and is not. */
  not?: string;
  /** What others in the field call it. */
  synonyms?: readonly string[];
  /** The table it is a row of. */
  table?: string;
  /** `table.column` that holds it. */
  column?: string;
  /** The event that tells of it. */
  event?: keyof Events;
  /** How it is computed, where it is a figure. */
  metric?: { formula: string; unit: 'share' | 'paise' | 'seconds' | 'count' | 'days' };
}
export type Words = readonly Word[];
