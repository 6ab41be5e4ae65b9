/** Gateway reconciliation: files, days, rows, and differences from our books. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  instant,
  key,
  note,
  nullable,
  optional,
  text,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { settlementFile as file } from './reconciliation-files.ts';
import { differenceActs, differenceKinds, differenceStates, rowKinds } from './reconciliation-words.ts';

const sees = { roles: adminRoles, any: ['list_payment'] } as const;
const sends = { roles: adminRoles, any: ['upload_payments_file'] } as const;
const lender = { roles: ['client'] } as const;
const word = nullable(z.string());
const gateway = text({ max: 40 });

const sums = {
  ours: rupeesInAll(),
  theirs: rupeesInAll(),
  difference: rupeesInAll(),
  fee: rupeesInAll(),
  tax: rupeesInAll(),
  open: z.int(),
};
const lenderDay = { id: id(), day: day(), gateway: z.string(), ...sums };
const dayRow = z.object({ ...lenderDay, clientId: nullable(id('clients')), client: word });
const line = z.object({
  id: id(),
  day: day(),
  gateway: z.string(),
  kind: choice(rowKinds),
  order: word,
  entity: word,
  loanId: nullable(id('loans')),
  loanNumber: word,
  borrower: word,
  ours: rupeesInAll(),
  theirs: rupeesInAll(),
  fee: rupeesInAll(),
  tax: rupeesInAll(),
  net: rupeesInAll(),
  utr: word,
  settledOn: nullable(day()),
});

const inBrief = {
  id: id('differences'),
  kind: choice(differenceKinds),
  state: choice(differenceStates),
  gateway: z.string(),
  day: day(),
  ours: rupeesInAll(),
  theirs: rupeesInAll(),
  difference: rupeesInAll(),
  /** Days since it was found; for a closed one, how long it was open. */
  age: z.int(),
  loanNumber: word,
  borrower: word,
  openedAt: instant(),
  endedAt: nullable(instant()),
};
const difference = z.object({
  ...inBrief,
  order: word,
  entity: word,
  utr: word,
  loanId: nullable(id('loans')),
  client: word,
  ownerId: nullable(id('users')),
  owner: word,
  /** Sender of its file, who may not decide it. */
  madeById: nullable(id('users')),
  madeBy: word,
  /** Sender of a row that resolves it; it closes once the gateway itself confirms. */
  toldById: nullable(id('users')),
  toldBy: word,
  fileName: word,
});
const step = z.object({ id: id(), at: instant(), what: z.string(), who: word, words: z.string() });
const counts = z.object({ open: z.int(), old: z.int(), difference: rupeesInAll() });
const period = { fromDate: day(), toDate: day(), gateway };
const chosen = {
  ...period,
  kind: choice(differenceKinds),
  state: choice(differenceStates),
};
const keyed = { id: key('differences') };

export const reconciliation = domain('reconciliation', {
  gateways: endpoint('GET /reconciliation/gateways', {
    about: 'Gateways whose settlement files can be sent in.',
    can: sends,
    gives: z.object({ gateway: z.string(), account: word }),
    answer: 'rows',
  }),
  files: list('GET /reconciliation/files', {
    about: 'Settlement files of gateways, the latest first.',
    can: sees,
    row: file,
    filters: { gateway },
  }),
  faults: list('GET /reconciliation/faults', {
    about: 'Lines of a settlement file that could not be read, and why.',
    can: sees,
    row: z.object({ id: id(), n: z.int(), reason: z.string(), field: z.string() }),
    filters: { fileId: id() },
  }),
  send: endpoint('POST /reconciliation/files', {
    about: 'Reads an uploaded settlement file of a gateway.',
    can: sends,
    takes: { gateway, fileKey: text({ max: 200 }) },
    gives: z.object({ id: id() }),
    errors: ['FILE_MISSING', 'NOT_FOUND'],
    touches: ['payments'],
  }),
  readAgain: endpoint('POST /reconciliation/files/:id/read-again', {
    about: 'Reads a settlement file again that was not read to its end, or not in every line.',
    can: sends,
    takes: { id: key() },
    gives: file,
    errors: ['NOT_FOUND', 'FILE_STATE'],
    touches: ['payments'],
  }),
  days: list('GET /reconciliation/days', {
    about: 'By day, gateway and lender: what we received, what the gateway says, and the difference.',
    can: sees,
    row: dayRow,
    filters: { ...period, clientId: id('clients') },
    summary: z.object(sums),
  }),
  rows: list('GET /reconciliation/rows', {
    about: 'Payments and lines of settlement files a day is made of.',
    can: sees,
    row: line,
    filters: { ...period, clientId: id('clients') },
  }),
  list: list('GET /reconciliation/differences', {
    about: 'Where our books and the files of gateways say two things, the oldest open ones first.',
    can: sees,
    row: difference,
    filters: { ...chosen, clientId: id('clients'), isMine: flag() },
    summary: counts,
  }),
  one: endpoint('GET /reconciliation/differences/:id', {
    about: 'One difference.',
    can: sees,
    takes: keyed,
    gives: difference,
    errors: ['NOT_FOUND'],
  }),
  steps: endpoint('GET /reconciliation/differences/:id/steps', {
    about: 'What was done with a difference, in order.',
    can: sees,
    takes: keyed,
    gives: step,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  act: endpoint('POST /reconciliation/differences/:id/act', {
    about: 'Notes on, takes, asks about or closes a difference; says that money went back, or is here again.',
    can: sends,
    takes: { ...keyed, act: choice(differenceActs), words: optional(note({ max: 1000 })) },
    gives: difference,
    errors: ['NOT_FOUND', 'OWN_DIFFERENCE', 'DIFFERENCE_STATE', 'INVALID_INPUT'],
    touches: ['payments', 'loans', 'ledger'],
  }),
  ofLender: list('GET /portal/reconciliation', {
    about: 'The lender’s own days: what was received for it, what the gateway says, and the difference.',
    can: lender,
    row: z.object(lenderDay),
    filters: period,
    summary: z.object(sums),
  }),
  differencesOfLender: list('GET /portal/reconciliation/differences', {
    about: 'Differences about the lender’s own loans.',
    can: lender,
    row: z.object(inBrief),
    filters: chosen,
    summary: counts,
  }),
});
