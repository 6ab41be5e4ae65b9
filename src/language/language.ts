/** The language of the product, once; owners are the contexts. Tests compare it with schema, events and documentation. */
import { agencyWords } from './agency.ts';
import { authorityWords } from './authority.ts';
import { complaintsWords } from './complaints.ts';
import { contactWords } from './contact.ts';
import { dialerWords } from './dialer.ts';
import { filesWords } from './files.ts';
import { kernelWords } from './kernel.ts';
import { lendersWords } from './lenders.ts';
import { loansWords } from './loans.ts';
import { messagingWords } from './messaging.ts';
import { paymentsWords } from './payments.ts';
import { reportingWords } from './reporting.ts';
import { settlementsWords } from './settlements.ts';
import { syncWords } from './sync.ts';
import type { Word, Words } from './word.ts';
import { workWords } from './work.ts';

export const wordsOf = {
  kernel: kernelWords,
  agency: agencyWords,
  lenders: lendersWords,
  authority: authorityWords,
  files: filesWords,
  loans: loansWords,
  contact: contactWords,
  messaging: messagingWords,
  payments: paymentsWords,
  complaints: complaintsWords,
  settlements: settlementsWords,
  work: workWords,
  dialer: dialerWords,
  sync: syncWords,
  reporting: reportingWords,
} satisfies Record<string, Words>;

export type Owner = keyof typeof wordsOf;

export const language: readonly (Word & { owner: Owner })[] = Object.entries(wordsOf).flatMap(
  ([owner, words]) => words.map((word) => ({ ...word, owner: owner as Owner })),
);
