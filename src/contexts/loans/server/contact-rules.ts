/** Merges edits of phone numbers that the editor sees masked. Pure. */
import { Failure, type FieldIssue } from '#kernel/contract/failure.ts';
import { othersAtMost } from '#contexts/loans/contract/loan-contacts.ts';
import type { FieldDifference } from '#kernel/server/http/delivery.ts';

export interface ContactDetails {
  alternateContact1: string | null;
  alternateContact2: string | null;
  otherMobiles: string[];
}
interface Alternates {
  alternateContact1?: string | null;
  alternateContact2?: string | null;
}
export interface Edit extends Alternates {
  otherMobiles?: string[];
  removeMobiles?: string[];
  addMobiles?: string[];
  /** As its author saw it. */
  was?: Alternates;
}
const alternates = ['alternateContact1', 'alternateContact2'] as const;

const masked = /^XXXXXX(\d{4})$/;

/** A masked number matches one with these last digits, each at most once. Undefined without a match. */
function meant(said: string, left: string[]): string | undefined {
  const end = masked.exec(said)?.[1];
  if (end === undefined) return said;
  const at = left.findIndex((number) => number.endsWith(end));
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

const isAs = (number: string | null, seen: string | null): boolean => {
  const end = seen === null ? undefined : masked.exec(seen)?.[1];
  return end === undefined ? number === seen : number !== null && number.endsWith(end);
};

/** Applies removals and additions to a list; both are idempotent. */
function othersAfter(list: readonly string[], { removeMobiles = [], addMobiles = [] }: Edit): string[] {
  const left = [...list];
  for (const said of removeMobiles) {
    const at = left.findIndex((number) => isAs(number, said));
    if (at >= 0) left.splice(at, 1);
  }
  return [...left, ...addMobiles.filter((number) => !left.includes(number))];
}

/** Where a number is neither what the author saw nor what they want. */
const differencesOf = (
  before: ContactDetails,
  after: ContactDetails,
  { was = {} }: Edit,
): FieldDifference[] =>
  alternates
    .filter((name) => {
      const seen = was[name];
      return seen !== undefined && after[name] !== before[name] && !isAs(before[name], seen);
    })
    .map((name) => ({ field: name, wanted: after[name] ?? '', found: before[name] ?? '' }));

interface Changed {
  after: ContactDetails;
  /** Which of them are others now. */
  changed: string[];
  differences: FieldDifference[];
}
/** The numbers after the edit. */
export function contactsAfter(before: ContactDetails, edit: Edit): Changed {
  const issues: FieldIssue[] = [];
  const one = (name: (typeof alternates)[number]): string | null => {
    const said = edit[name];
    if (said === undefined || said === null) return said === null ? null : before[name];
    const number = meant(said, before[name] === null ? [] : [before[name]]);
    if (number === undefined) issues.push({ path: name, fault: 'invalid' });
    return number ?? null;
  };
  const left = [...before.otherMobiles];
  const others = edit.otherMobiles?.map((said, i) => {
    const number = meant(said, left);
    if (number === undefined) issues.push({ path: `otherMobiles.${i}`, fault: 'invalid' });
    return number ?? '';
  });
  const kept = othersAfter(others ?? before.otherMobiles, edit);
  // At least one remains (document 2, section 5).
  if (edit.removeMobiles?.length && kept.length === 0)
    issues.push({ path: 'removeMobiles', fault: 'required' });
  if (edit.addMobiles?.length && kept.length > othersAtMost)
    issues.push({ path: 'addMobiles', fault: 'invalid' });
  const after: ContactDetails = {
    alternateContact1: one('alternateContact1'),
    alternateContact2: one('alternateContact2'),
    otherMobiles: kept,
  };
  if (issues.length) throw new Failure('INVALID_INPUT', {}, issues);
  const names = [...alternates, 'otherMobiles'] as const;
  const changed = names.filter((name) => String(after[name]) !== String(before[name]));
  return { after, changed, differences: differencesOf(before, after, edit) };
}
