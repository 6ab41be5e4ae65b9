/** Contact decisions belong to one context. The others request a permit, and append to the ledger. */
import type { Source } from './source.ts';

const isElsewhere = (path: string): boolean => /^src\/contexts\/(?!contact\/)[^/]+\/server\//.test(path);

/** What of the context of contact others may import: its module, its ports and its contract. */
const port =
  /^src\/contexts\/contact\/(contract\/|server\/(module\.ts|policy\/(complaint-hold|contact|death-hold|contact-refusal|hours|ledger|notice|permit|wishes)\.ts)$)/;
/** Rules, holds, totals and stored decisions are read by the policy alone; so are its lock keys. */
const decides =
  /\b(?:from|join)\s+(contacts|compliance_rules|loan_holds|contact_decisions|dnc_numbers|contact_wishes)\b|\b711[01]\b/gi;
/** Statements that set the DNC state of a number, without a decision. */
const tells: ReadonlySet<string> = new Set([
  'src/contexts/loans/server/loan-state.ts',
  'src/contexts/loans/server/judge/judge.ts',
  'src/contexts/dialer/server/agent/legs.ts',
]);

/** A decision about contact outside its context. */
export function contactDecisions({ path, text, imports }: Source): string[] {
  if (!isElsewhere(path)) return [];
  const inside = imports
    .filter(({ to }) => to.startsWith('src/contexts/contact/') && !port.test(to))
    .map(({ to }) => `${path} imports ${to}, which is no port of contact`);
  const read = [...text.matchAll(decides)]
    .filter(([, table = '']) => !(table.toLowerCase() === 'dnc_numbers' && tells.has(path)))
    .map(([what]) => `${path} decides about contact itself: ${what}`);
  return [...inside, ...read];
}

/** Statements that contact a borrower, or cancel a contact. */
const acts =
  /insert into (call_attempts|visits)\b|\bupdate messages\b[^`]*\bsent_at =|insert into messages \([^)]*\bsent_at\b/gi;
const appends = /\b(contactsOf|callContact|appendContacts)\(/g;

/** An act missing in the contact ledger. */
export function actsWithoutContact({ path, text }: Source): string[] {
  if (!isElsewhere(path)) return [];
  const [found, told] = [text.match(acts)?.length ?? 0, text.match(appends)?.length ?? 0];
  return told < found ? [`${path} has ${found} acts of contact and tells the ledger of ${told}`] : [];
}
