/** Keyword columns: either the database has a check constraint, or the reason is listed here. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitOutcomes } from '../src/contexts/work/contract/visits.ts';
import { messageStatuses } from '../src/kernel/contract/channels/descriptor.ts';
import { fileTypes, jobTypes } from '../src/contexts/files/contract/files.ts';
import { heldReasons, paymentStates } from '../src/contexts/payments/contract/held-payments.ts';
import { postingReasons, postingSources } from '../src/contexts/payments/contract/ledger-words.ts';
import { paymentHistories, paymentStatuses } from '../src/contexts/loans/contract/loan-rows.ts';
import { promiseStates } from '../src/contexts/work/contract/promise-states.ts';
import { verdicts } from '../src/kernel/contract/outbox/sync-rows.ts';
import { sandboxOutcomes } from '../src/contexts/payments/server/gateways/sandbox.ts';
import { sql } from '../src/kernel/server/database/sql.ts';
import { bareDatabase } from './kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.end());

/** Values chosen by administrators, lenders or providers, and codes listed in the program. */
const open: Readonly<Record<string, string>> = {
  'agent_intervals.word': 'BREAK- with the name of a break of the master',
  'agent_sessions.word': 'BREAK- with the name of a break of the master',
  'borrower_dispositions.payment_mode': 'a word of an option list, which an administrator keeps',
  'borrowers.employment_status': 'as in the lender’s file',
  'borrowers.marital_status': 'as in the lender’s file',
  'call_attempts.end_reason': 'a code of the dialer that is only read by people',
  'call_attempts.provider': 'the name of a provider, one file each',
  'call_events.type': 'what an exchange tells, as it tells it',
  'cash_moves.reason': 'words of a person',
  'compliance_rules.product_type': 'a word of an option list, which an administrator keeps',
  'contact_wishes.language': 'a language of the payment pages; others come',
  'contact_wish_changes.language': 'a language of the payment pages; others come',
  'contacts.channel': 'a channel of its time, kept as evidence for ever',
  'contact_decisions.rule': 'a code of the contact policy, kept as evidence for ever',
  'event.type': 'typed in kernel/contract/events; kept for ever',
  'file_jobs.export_type': 'a list of the program, checked by its contract; kept as it was',
  'gateway_differences.gateway': 'the name of a provider, one file each',
  'gateway_events.gateway': 'the name of a provider, one file each',
  'gateway_events.reason': 'a code that is only read by people',
  'gateway_file_faults.reason': 'a reason of the reader of settlement files, typed in reconciliation/row.ts',
  'gateway_files.gateway': 'the name of a provider, one file each',
  'gateway_looks.gateway': 'the name of a provider, one file each',
  'gateway_rows.gateway': 'the name of a provider, one file each',
  'import_column_fixes.reason': 'a reason of the reader of files, typed in contract/reader/file-cells.ts',
  'import_unread_cells.reason': 'a reason of the reader of files, typed in contract/reader/file-cells.ts',
  'import_left_cells.reason': 'a reason of the reader of files, typed in contract/reader/file-cells.ts',
  'import_refusals.reason': 'a reason of the reader of files, typed in contract/reader/file-cells.ts',
  'leads.block_reason': 'a code of the contact policy or of the dialer',
  'loan_standing.payment_history_status': 'a copy of loans.payment_history_status, which is checked',
  'loan_standing.payment_status': 'a copy of loans.payment_status, which is checked',
  'loans.product_type': 'a word of an option list, which an administrator keeps',
  'message_templates.channel': 'a channel, described once in contract/channels.ts',
  'mandates.gateway': 'the name of a provider, one file each',
  'mandates.language': 'a language of the payment pages; others come',
  'message_days_changes.channel': 'a copy of messages.channel',
  'message_days_changes.status': 'a copy of messages.status, which is checked',
  'message_days.channel': 'a copy of messages.channel',
  'message_days.status': 'a copy of messages.status, which is checked',
  'messages.channel': 'a channel, described once in contract/channels.ts; kept as it was',
  'messages.response_type': 'what a borrower pressed, as the provider names it',
  'payment_attempts.gateway': 'the name of a provider, one file each',
  'payment_attempts.language': 'a language of the payment pages; others come',
  'payment_codes.reason': 'words of a person',
  'payment_secrets.purpose': 'a name in the program, one use each',
  'payments.mode': 'a word of an option list, or the name of a gateway',
  'recordings.content_type': 'a media type',
  'settlement_decisions.reason': 'words of a person',
  'settlement_steps.status': 'spelled as the timeline shows it; history is never changed',
  'sync_discards.reason': 'words of a person',
  'telephony_lines.provider': 'the name of a provider, one file each',
  'uploads.content_type': 'a media type',
  'visits.photo_type': 'a media type',
  'visits.rule': 'a code of the contact policy, kept as evidence for ever',
};

const wordy =
  '(^|_)(status|state|type|kind|mode|source|channel|outcome|verdict|purpose|direction|side|set|told|gateway|provider|language|rule|reason|word|activity|wish|leg|place|held_for)$';

interface Column {
  name: string;
  /** Those that name a value or a pattern. */
  checks: string[];
}
const columns = (): Promise<Column[]> =>
  db.database.rows<Column>(sql`
    select c.relname || '.' || a.attname as name, array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey) and k.convalidated
        and pg_get_constraintdef(k.oid) like '%''%') as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'text'::regtype
      and a.attname ~ ${wordy}
    order by 1`);

test('a keyword column has a check constraint, or a reason for none', async () => {
  const all = await columns();
  expect(all.length).toBeGreaterThan(60);
  const unchecked = all.filter(({ checks }) => checks.length === 0).map(({ name }) => name);
  expect(unchecked).toEqual(Object.keys(open).sort());
});

test('the keywords of the database are those of the contract', async () => {
  const known = new Map((await columns()).map(({ name, checks }) => [name, checks]));
  const wordsOf = (name: string): string[] =>
    [...(known.get(name)?.join(' ') ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, word = '']) => word).sort();
  const sets: Readonly<Record<string, readonly string[]>> = {
    'loans.payment_status': paymentStatuses,
    'loans.payment_history_status': paymentHistories,
    'payments.status': paymentStates,
    'payments.held_for': heldReasons,
    'postings.reason': postingReasons,
    'postings.source': postingSources,
    'messages.status': messageStatuses,
    'visits.outcome': visitOutcomes,
    'file_jobs.type': fileTypes,
    'file_mappings.type': jobTypes,
    'idempotency.verdict': verdicts,
    'borrower_dispositions.verdict': verdicts,
    'promises.state': promiseStates,
    'sandbox_payments.outcome': sandboxOutcomes,
  };
  for (const [name, words] of Object.entries(sets))
    expect([name, wordsOf(name)]).toEqual([name, [...words].sort()]);
});
