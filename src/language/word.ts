import type { Events } from '#kernel/contract/events/events.ts';

/** Glossary term: its definition, shared by screens, schema and documentation. */
export interface Word {
  name: string;
  /** What it is, in a sentence. */
  is: string;
  /** A similar term with another meaning. */
  not?: string;
  /** What others in the field call it. */
  synonyms?: readonly string[];
  /** The table it is a row of. */
  table?: string;
  /** Its `table.column`. */
  column?: string;
  /** Its event. */
  event?: keyof Events;
  /** How it is computed, where it is a figure. */
  metric?: { formula: string; unit: 'share' | 'paise' | 'seconds' | 'count' | 'days' };
}
export type Words = readonly Word[];
