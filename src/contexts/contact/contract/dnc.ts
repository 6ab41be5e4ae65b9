import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, instant, mobile, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow } from '#kernel/contract/master.ts';

export const dncStatuses = ['active', 'inactive'] as const;
const status = choice(dncStatuses);

/** A number that must not be called about a loan while its status is active (G149). */
const row = z.object({
  id: id(),
  /** Masked except the last four (G074). */
  mobile: z.string(),
  status,
  updatedAt: instant(),
  dncLoan: z.object({
    id: id('loans'),
    loanNumber: z.string(),
    isDNC: flag(),
    client: z.object({ name: z.string() }),
  }),
});

/** Numbers not to be called, of the loans the caller sees. */
export const dnc = domain('dnc', {
  list: list('GET /dnc-numbers', {
    about: 'The do-not-call list (DNC), number by number.',
    can: 'list_dnc',
    row,
    filters: { jobId: id('files'), status },
  }),
  history: endpoint('GET /dnc-numbers/history/:id', {
    about: 'Who put a number on the do-not-call list or took it off, and when.',
    can: 'list_dnc',
    answer: 'rows',
    gives: z.object({
      id: id(),
      status,
      createdAt: instant(),
      user: nullable(z.object({ firstName: z.string(), lastName: z.string() })),
    }),
  }),
  add: endpoint('POST /dnc-numbers', {
    about: 'Puts a number of a loan on the do-not-call list.',
    can: 'list_dnc',
    takes: { loanId: id('dncLoans'), mobile: mobile(), status },
    gives: row,
    errors: ['NOT_FOUND'],
    touches: ['loans', 'today', 'dialer', 'visits'],
  }),
  edit: endpoint('PATCH /dnc-numbers/:id', {
    about: 'Takes a number off the do-not-call list, or puts it on again.',
    can: 'list_dnc',
    takes: { status },
    gives: row,
    errors: ['NOT_FOUND'],
    touches: ['loans', 'today', 'dialer', 'visits'],
    also: ['PUT /dnc-numbers/:id'],
  }),
  loans: endpoint('GET /dnc-numbers/loans', {
    about: 'Loans to choose from when a number is added, found by loan number.',
    can: 'list_dnc',
    takes: { q: optional(text({ max: 60 })), ids: optional(ids('loans')) },
    gives: dropdownRow,
    answer: 'rows',
  }),
});
