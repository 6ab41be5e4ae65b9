/** Hindi coverage: every text of these domains, except deliberate exceptions. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hindi } from './hindi.ts';
import { declared } from '#text/locale.ts';

type Words = { [name: string]: unknown };

/** All English screen texts: each file registers its domain when loaded. */
for (const file of fs.globSync(['src/text/en/*.ts', 'src/contexts/*/text/en/*.ts']))
  await import(path.resolve(file));

/** Translated elsewhere, shown before a language is chosen, or only for operators. */
const english: readonly string[] = ['mailbox', 'pay', 'pay-legal', 'rescue', 'sandbox', 'start', 'trunks'];
/** Names, trade abbreviations, and permission names, which are English identifiers of the program. */
const same: readonly string[] = [
  'app.languages.en',
  'app.languages.hi',
  'app.product',
  'audit.change',
  'audit.set',
  'audit.system',
  'borrower-documents.size',
  'borrower.nobody',
  'calls.pos',
  'charts.buckets.1-30',
  'charts.buckets.31-60',
  'charts.buckets.61-90',
  'charts.buckets.91-180',
  'communication-dashboard.tos',
  'compliance-rules.changed',
  'compliance-rules.nothing',
  'dashboard.pos',
  'dashboard.tos',
  'held-payments.due',
  'held-payments.numbered',
  'held-payments.record',
  'payment-accounts.gateways.payu',
  'payment-accounts.gateways.razorpay',
  'payment-links.channels.sms',
  'payment-links.channels.whatsApp',
  'payments.tos',
  'performance.am',
  'performance.dpd',
  'performance.drr',
  'performance.lmtd',
  'performance.mtd',
  'performance.pos',
  'performance.ror',
  'performance.tl',
  'performance.tos',
  'permissions.words',
  'portal.pos',
  'portal.tos',
  'session.product',
  'settlements.mail.bkt',
  'settlements.mail.pos',
  'settlements.mail.tos',
  'settlements.nobody',
  'settlements.of',
  'settlements.percent',
  'settlements.pos',
  'settlements.posIs',
  'settlements.tos',
  'sync-reviews.decidedBy',
  'team-dashboard.crr',
  'team-dashboard.drr',
];

const pathsOf = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'object' && word !== null ? pathsOf(word as Words, `${before}${name}.`) : [before + name],
  );
const known: Readonly<Record<string, Words>> = hindi;

test('every screen text has a Hindi translation or a deliberate exception', () => {
  const missing = [...declared].flatMap(([domain, words]) => {
    if (english.includes(domain)) return [];
    const there = new Set(pathsOf(known[domain] ?? {}));
    return pathsOf(words).flatMap((path) => (there.has(path) ? [] : [`${domain}.${path}`]));
  });
  expect(missing.filter((path) => !same.includes(path))).toEqual([]);
  expect(same.filter((path) => !missing.includes(path))).toEqual([]);
});

test('deliberate exceptions have no Hindi translation, and exist', () => {
  expect(english.filter((domain) => domain in known || !declared.has(domain))).toEqual([]);
});

/** Text for a number; texts with other parameters are skipped. */
const said = (word: unknown, count: number): string => (word as (count: number) => string)(count);

test.each([
  [hindi.campaigns.added, '1 एजेंट अभियान में जुड़ा', '2 एजेंट अभियान में जुड़े'],
  [hindi.loans.reassigned, '1 लोन फिर सौंपा गया', '2 लोन फिर सौंपे गए'],
  [hindi['communication-dashboard'].deactivated, '1 लोन अब निष्क्रिय है', '2 लोन अब निष्क्रिय हैं'],
])('singular and plural have separate forms', (word, one, two) => {
  expect([said(word, 1), said(word, 2)]).toEqual([one, two]);
});
