import type { Words } from './word.ts';

export const reportingWords: Words = [
  {
    name: 'sum',
    is: 'A figure of reports that is kept as work happens.',
    synonyms: ['rollup', 'aggregate'],
    table: 'book_sums',
  },
  { name: 'as of', is: 'The moment a figure was computed.', synonyms: ['data as at'] },
  {
    name: 'slice of the book',
    is: 'Loans by lender, portfolio, allocation type and activity.',
    synonyms: ['segment'],
    table: 'book_days',
  },
  {
    name: 'roll rate',
    is: 'The share of a bucket that stands in another one when the next month ends.',
    synonyms: ['bucket migration'],
    table: 'loan_month_ends',
    metric: {
      formula:
        'outstanding of the loans that moved from one bucket to the other ÷ outstanding of the bucket before',
      unit: 'share',
    },
  },
  {
    name: 'analysts’ schema',
    is: 'The schema report of the database: views in the words of analysts, in rupees and days in India.',
    synonyms: ['reporting views', 'data mart'],
  },
];
