/** Cash deposits: created by the agent, confirmed by the desk, undone by a reversal. */
import * as z from 'zod/mini';
import { cashDesk } from './cash.ts';
import { depositStates, shortEnds } from './cash-rules.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  ids,
  instant,
  note,
  nullable,
  optional,
  reference,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';

const word = z.nullable(z.string());
/** Photo compressed on the phone: JPEG or WebP bytes in base64. */
const photo = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(1_200_000));
const mostReceipts = 2000;

const row = z.object({
  id: id(),
  clientId: id('clients'),
  client: z.string(),
  userId: id('users'),
  agent: z.string(),
  center: word,
  amount: rupees(),
  receipts: z.int(),
  bank: z.string(),
  branch: z.string(),
  slipNumber: z.string(),
  depositedOn: day(),
  madeAt: instant(),
  hasPhoto: flag(),
  state: choice(depositStates),
  received: nullable(rupees()),
  /** What is missing at the bank; below zero where it received more. */
  variance: nullable(rupees()),
  /** Part of it that the agent still owes: neither recovered nor written off. */
  short: rupees(),
  varianceReason: word,
  varianceOwner: word,
  decidedBy: word,
  decidedAt: nullable(instant()),
  undoReason: word,
  isMine: flag(),
});

export const cashDeposits = domain('cash-deposits', {
  list: list('GET /cash/deposits', {
    about: 'Deposits of cash of the caller and of everybody below.',
    can: 'staff',
    row,
    filters: {
      ids: ids(),
      state: choice(depositStates),
      userIds: ids('users'),
      centerIds: ids('centers'),
      clientIds: ids('clients'),
      hasVariance: flag(),
      isShort: flag(),
      mine: flag(),
      fromDate: day(),
      toDate: day(),
    },
    summary: z.object({ amount: rupeesInAll(), variance: rupeesInAll() }),
  }),
  make: endpoint('POST /cash/deposits', {
    about: 'Deposits cash of one lender: the receipts named, or all the caller holds.',
    can: 'staff',
    takes: {
      clientId: id('clients'),
      receiptIds: optional(z.array(id()).check(z.minLength(1), z.maxLength(mostReceipts))),
      bank: text({ max: 80 }),
      branch: text({ max: 80 }),
      slipNumber: reference({ max: 40 }),
      depositedOn: optional(day()),
      photo: optional(photo),
    },
    gives: z.object({ id: id(), amount: rupees(), receipts: z.int() }),
    errors: ['NOT_FOUND', 'TAKEN', 'CHANGED_MEANWHILE', 'DATE_IN_FUTURE', 'INVALID_INPUT'],
    touches: ['cash'],
    maxBytes: 1_500_000,
  }),
  confirm: endpoint('POST /cash/deposits/:id/confirm', {
    about: 'Says what the bank received of a deposit; a difference has a reason and an owner.',
    can: cashDesk,
    takes: {
      received: rupees({ min: 0 }),
      reason: optional(note({ max: 300 })),
      ownerId: optional(nullable(id('users'))),
    },
    gives: z.object({ id: id(), variance: rupees() }),
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_DEPOSIT', 'INVALID_INPUT'],
    touches: ['cash'],
  }),
  /** Each needs a second person, unless a policy lets the desk act alone up to a limit. */
  clearShort: endpoint('POST /cash/deposits/:id/short', {
    about: 'Clears short cash of a confirmed deposit: recovered at the bank, or written off.',
    can: cashDesk,
    takes: {
      how: choice(shortEnds),
      amount: rupees({ min: 0 }),
      /** Slip of the deposit that brought the cash; required if recovered. */
      slipNumber: optional(reference({ max: 40 })),
      reason: text({ max: 300 }),
    },
    gives: z.object({ id: id(), short: rupees() }),
    errors: ['NOT_FOUND', 'TAKEN', 'CHANGED_MEANWHILE', 'OWN_DEPOSIT', 'INVALID_INPUT'],
    touches: ['cash'],
  }),
  undo: endpoint('POST /cash/deposits/:id/undo', {
    about: 'Takes a deposit back by a new entry: its cash is in the agent’s hands again.',
    can: 'staff',
    takes: { reason: text({ max: 300 }) },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'FORBIDDEN'],
    touches: ['cash'],
  }),
  see: endpoint('GET /cash/deposits/:id/photo', {
    about: 'Photo of the slip of a deposit.',
    can: 'staff',
    answer: 'stream',
    errors: ['NOT_FOUND', 'FILE_DAMAGED'],
  }),
});
