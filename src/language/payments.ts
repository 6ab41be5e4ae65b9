import type { Words } from './word.ts';

export const paymentsWords: Words = [
  {
    name: 'payment',
    is: 'Money received on a loan, or said to be.',
    synonyms: ['receipt', 'collection'],
    table: 'payments',
  },
  {
    name: 'realized',
    is: 'Confirmed by a payment file or a gateway.',
    synonyms: ['cleared', 'posted'],
    column: 'payments.realized',
  },
  {
    name: 'unrealized',
    is: 'Told by an agent and not confirmed yet.',
    synonyms: ['uncleared', 'claimed'],
    column: 'payments.realized',
  },
  {
    name: 'payment in doubt',
    is: 'A payment that waits for a person to say whether it counts.',
    not: 'A hold, which is a rest of a loan.',
    synonyms: ['held payment', 'suspense'],
    column: 'payments.held_for',
  },
  {
    name: 'order',
    is: 'One try of a borrower to pay online, at a gateway.',
    not: 'An attempt, which is a call.',
    synonyms: ['payment attempt', 'transaction'],
    table: 'payment_attempts',
  },
  {
    name: 'gateway',
    is: 'The provider that takes online payments.',
    synonyms: ['payment aggregator', 'PA'],
    column: 'payment_accounts.gateway',
  },
  {
    name: 'payment account',
    is: 'Account of a lender that payment pages collect into.',
    synonyms: ['merchant account'],
    table: 'payment_accounts',
  },
  {
    name: 'payment link',
    is: 'Address of a payment page for one loan, sent to its borrower.',
    table: 'payment_codes',
  },
  {
    name: 'provider event',
    is: 'What a gateway tells us by itself; believed only when signed and fitting.',
    synonyms: ['webhook', 'callback'],
    table: 'gateway_events',
  },
  {
    name: 'UTR',
    is: 'Unique transaction reference of a bank transfer.',
    synonyms: ['transaction number', 'RRN'],
    column: 'payments.transaction_id',
  },
  {
    name: 'payment mode',
    is: 'How it was paid: cash, bank, a wallet or a gateway.',
    column: 'payments.mode',
  },
  {
    name: 'reconciliation',
    is: 'Comparing orders with what the gateway knows, until both agree.',
    synonyms: ['recon'],
  },
  {
    name: 'ledger',
    is: 'All postings: every rupee that was said, received, credited, held, reversed or waived, and when.',
    synonyms: ['books'],
    not: 'The ledger of contacts, which counts calls, messages and visits.',
  },
  {
    name: 'posting',
    is: 'An amount that moved from one account of the ledger to another; never changed, only followed by others.',
    synonyms: ['ledger entry', 'journal entry'],
    table: 'postings',
  },
  {
    name: 'opening',
    is: 'Postings made at once from what payments said before the ledger began.',
    synonyms: ['opening balance'],
    table: 'ledger_openings',
  },
  { name: 'FTD', is: 'For the day: today.', synonyms: ['for the day'] },
  {
    name: 'MTD',
    is: 'Month to date: from the first of the month to today.',
    synonyms: ['month to date'],
    metric: {
      formula: 'sum of payments with status success from the 1st of the month to today',
      unit: 'paise',
    },
  },
  {
    name: 'LMTD',
    is: 'Last month to date: the same days of the last month.',
    synonyms: ['last month to date'],
    metric: {
      formula: 'sum of payments from the 1st of last month to the same day, at most its last',
      unit: 'paise',
    },
  },
  {
    name: 'achievement',
    is: 'What was collected against the target.',
    synonyms: ['target versus achieved'],
    metric: { formula: 'realized MTD ÷ target', unit: 'share' },
  },
  {
    name: 'ROR',
    is: 'Rate of recovery: what was collected of what was allocated.',
    synonyms: ['rate of recovery', 'collection efficiency'],
    metric: { formula: 'collected MTD ÷ POS allocated', unit: 'share' },
  },
  {
    name: 'CRR',
    is: 'Current run rate: what came in each day so far.',
    synonyms: ['current run rate'],
    metric: { formula: 'collected MTD ÷ days passed', unit: 'paise' },
  },
  {
    name: 'DRR',
    is: 'Daily required rate: what must come in each day that is left.',
    synonyms: ['daily required run rate'],
    metric: { formula: '(target − collected MTD) ÷ days left', unit: 'paise' },
  },
  {
    name: 'average payment',
    is: 'Mean size of payments.',
    synonyms: ['ticket size'],
    metric: { formula: 'amount ÷ number of payments', unit: 'paise' },
  },
];
