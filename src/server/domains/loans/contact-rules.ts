/** What a loan's numbers become when somebody edits them who sees them masked. Pure. */
import { Failure, type FieldIssue } from '#contract/kernel/failure.ts';

export interface Contacts {
  alternateContact1: string | null;
  alternateContact2: string | null;
  otherMobiles: string[];
}
export interface Edit {
  alternateContact1?: string | null;
  alternateContact2?: string | null;
  otherMobiles?: string[];
}

const masked = /^XXXXXX(\d{4})$/;

/** A masked number stands for the one that ends so; each can be meant once. Undefined when there is none. */
function meant(said: string, left: string[]): string | undefined {
  const end = masked.exec(said)?.[1];
  if (end === undefined) return said;
  const at = left.findIndex((number) => number.endsWith(end));
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

/** The numbers after the edit, and which of them are others now. */
export function contactsAfter(before: Contacts, edit: Edit): { after: Contacts; changed: string[] } {
  const issues: FieldIssue[] = [];
  const one = (name: 'alternateContact1' | 'alternateContact2'): string | null => {
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
  const after: Contacts = {
    alternateContact1: one('alternateContact1'),
    alternateContact2: one('alternateContact2'),
    otherMobiles: others ?? before.otherMobiles,
  };
  if (issues.length) throw new Failure('INVALID_INPUT', {}, issues);
  const names = ['alternateContact1', 'alternateContact2', 'otherMobiles'] as const;
  return { after, changed: names.filter((name) => String(after[name]) !== String(before[name])) };
}
