/** Ledger views: account balances, postings, and the money of a loan. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, id, ids, instant, nullable, number, optional, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { paymentNumber } from './held-payments.ts';
import { ledgerAccounts, postingReasons, postingSources } from './ledger-words.ts';

const can = { roles: adminRoles, any: ['list_payment'] } as const;
const account = choice(ledgerAccounts);
const word = z.nullable(z.string());
/** Default: from the first of the month to today. */
const period = { fromDate: day(), toDate: day(), clientIds: ids('clients') };

const posting = {
  id: id(),
  /** When it was posted. */
  at: instant(),
  /** The day in India the money moved. */
  day: day(),
  amount: rupees(),
  from: account,
  to: account,
  reason: choice(postingReasons),
  source: choice(postingSources),
  sourceId: id(),
  /** Actor; null: a gateway, or unknown. */
  byName: word,
  note: word,
};

export const ledger = domain('ledger', {
  accounts: list('GET /ledger/accounts', {
    about:
      'What came into each account of the ledger in a period, by lender, what left it, and what lies in it.',
    can,
    row: z.object({
      id: id(),
      account,
      clientId: nullable(id('clients')),
      client: word,
      cameIn: rupeesInAll(),
      left: rupeesInAll(),
      /** At the end of the period, from all before it. */
      lies: rupeesInAll(),
    }),
    filters: { ...period, account },
  }),
  postings: list('GET /ledger/postings', {
    about: 'Postings of a period, latest first: the rows a figure of the ledger is made of.',
    can,
    row: z.object({
      ...posting,
      loanId: nullable(id('loans')),
      loanNumber: word,
      borrower: word,
      client: word,
      personName: word,
    }),
    filters: {
      ...period,
      account,
      reason: choice(postingReasons),
      personIds: ids('users'),
    },
    summary: z.object({ cameIn: rupeesInAll(), left: rupeesInAll() }),
  }),
  /** Payments of the loan, the latest first, each with its postings from the first on. */
  ofLoan: endpoint('GET /ledger/of-loan', {
    about: 'What became of the money of a loan: the postings of each payment.',
    can: 'staff',
    takes: { loanId: id('loans'), size: optional(number({ min: 1, max: 500 })) },
    gives: z.object({ ...posting, ...paymentNumber }),
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  openings: list('GET /ledger/openings', {
    about: 'Openings of the ledger, and whether somebody confirmed them.',
    can,
    row: z.object({
      id: id(),
      at: instant(),
      payments: z.int(),
      amount: rupeesInAll(),
      confirmedAt: nullable(instant()),
      confirmedBy: word,
    }),
  }),
  confirm: endpoint('POST /ledger/openings/confirm', {
    about: 'Confirms an opening: from then on its postings stay.',
    can: { roles: adminRoles },
    takes: { id: id() },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND'],
  }),
  remake: endpoint('POST /ledger/openings/remake', {
    about: 'Takes back an opening that nobody confirmed and makes it again from the payments as they are.',
    can: { roles: adminRoles },
    takes: { id: id() },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND'],
  }),
});
