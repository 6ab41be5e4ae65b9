import type { Words } from './word.ts';

const ofBucket = 'POS of loans in the bucket at the last month-end';

export const loansWords: Words = [
  {
    name: 'borrower',
    is: 'The person who owes, as one lender knows them.',
    synonyms: ['customer', 'debtor', 'obligor'],
    table: 'borrowers',
  },
  {
    name: 'loan',
    is: 'A debt the agency collects for a lender.',
    synonyms: ['account', 'case', 'agreement', 'LAN'],
    table: 'loans',
  },
  {
    name: 'participant',
    is: 'Somebody beside the borrower: co-applicant, reference or guarantor.',
    table: 'loan_participants',
  },
  {
    name: 'guarantor',
    is: 'A participant who answers for the debt; besides the borrower only they may be told of it.',
    column: 'loan_participants.type',
  },
  {
    name: 'group',
    is: 'A joint-liability group of borrowers, with a leader.',
    synonyms: ['JLG', 'SHG'],
    table: 'loan_groups',
  },
  {
    name: 'POS',
    is: 'Principal outstanding.',
    synonyms: ['principal outstanding'],
    column: 'loans.principal_outstanding',
  },
  {
    name: 'TOS',
    is: 'Total outstanding: principal, interest and charges.',
    synonyms: ['total outstanding', 'dues'],
    column: 'loans.total_outstanding',
  },
  { name: 'EMI', is: 'Equated monthly instalment.', synonyms: ['instalment'], column: 'loans.emi_amount' },
  {
    name: 'DPD',
    is: 'Days past due of the oldest unpaid instalment; 0 when none is.',
    synonyms: ['days past due'],
    column: 'loans.dpd',
    metric: { formula: 'today − due date of the oldest unpaid instalment', unit: 'days' },
  },
  {
    name: 'bucket',
    is: 'A range of days past due, in the lender’s own words; at the regulator SMA-0, SMA-1, SMA-2 and NPA.',
    synonyms: ['DPD bucket', 'X bucket'],
    column: 'loans.current_dpd_bucket',
  },
  {
    name: 'vintage',
    is: 'How long ago a loan was given, as an age band.',
    synonyms: ['cohort', 'months on book'],
    column: 'loans.vintage_band',
  },
  { name: 'NPA', is: 'Non-performing asset: more than 90 days past due.', synonyms: ['bad loan'] },
  {
    name: 'assignment',
    is: 'Which agent works a loan, and since when.',
    not: 'Allocation type, a class of loans.',
    synonyms: ['case allocation'],
    table: 'loan_assignments',
  },
  {
    name: 'allocation',
    is: 'Loans handed to the agency or an agent for the month, by count and POS.',
    table: 'loan_allocations',
    metric: { formula: 'count and sum of POS of active loans assigned for the month', unit: 'count' },
  },
  { name: 'tag', is: 'A word put on a loan, such as Legal.', table: 'loan_tags' },
  {
    name: 'inactive loan',
    is: 'A loan taken back or closed: nobody is contacted about it.',
    synonyms: ['withdrawn case'],
    column: 'loans.is_active',
  },
  {
    name: 'payment status',
    is: 'What a loan paid, in a word.',
    not: 'The status of a payment.',
    column: 'loans.payment_status',
  },
  {
    name: 'roll forward',
    is: 'Share of a bucket that is in a worse bucket a month later.',
    synonyms: ['flow rate', 'forward flow'],
    metric: { formula: `${ofBucket} that is now in a worse bucket ÷ ${ofBucket}`, unit: 'share' },
  },
  {
    name: 'roll back',
    is: 'Share of a bucket that is in a better bucket a month later, not yet current.',
    synonyms: ['rollback rate'],
    metric: {
      formula: `${ofBucket} that is now in a better bucket, DPD above 0 ÷ ${ofBucket}`,
      unit: 'share',
    },
  },
  {
    name: 'stabilised',
    is: 'Share of a bucket that is in the same bucket a month later.',
    synonyms: ['stab', 'stab rate'],
    metric: { formula: `${ofBucket} that is still in it ÷ ${ofBucket}`, unit: 'share' },
  },
  {
    name: 'cure rate',
    is: 'Share of a bucket that is current a month later.',
    synonyms: ['normalised', 'norm rate'],
    metric: { formula: `${ofBucket} that now has DPD 0 ÷ ${ofBucket}`, unit: 'share' },
  },
  {
    name: 'resolution',
    is: 'Share of a bucket that did not get worse.',
    synonyms: ['resolution rate'],
    metric: {
      formula: 'cure rate + roll back + stabilised; a lender may leave out stabilised for late buckets',
      unit: 'share',
    },
  },
];
