/** Cash collected by agents: receipt numbers, cash in hand, and closed days. */
import * as z from 'zod/mini';
import { cashAges, receiptStates } from './cash-rules.ts';
import { type Access, adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  ids,
  instant,
  nullable,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { uuid } from '#kernel/contract/outbox/sync-rows.ts';

const word = z.nullable(z.string());
/** Desk: confirms what the bank received, and reverses errors. */
export const cashDesk = {
  roles: [...adminRoles, 'manager'],
  any: ['confirm_cash_deposits'],
} as const satisfies Access;

const receiptRow = z.object({
  id: id(),
  number: z.string(),
  loanId: id('loans'),
  loanNumber: z.string(),
  borrower: z.string(),
  clientId: id('clients'),
  client: z.string(),
  userId: id('users'),
  agent: z.string(),
  center: word,
  amount: rupees(),
  inWords: z.string(),
  /** Notes by their value, where they were counted. */
  denominations: z.nullable(z.array(z.object({ note: z.int(), count: z.int() }))),
  takenAt: instant(),
  day: day(),
  /** Since its collection. */
  ageDays: z.int(),
  state: choice(receiptStates),
  depositId: nullable(id('cash-deposits')),
  /** Public verification page. */
  checkUrl: z.string(),
  /** Of the caller. */
  isMine: flag(),
});

/** Cash in hand by age. */
const byAge = {
  receipts: z.int(),
  inHand: rupeesInAll(),
  age0: rupeesInAll(),
  age2: rupeesInAll(),
  age4: rupeesInAll(),
  age8: rupeesInAll(),
  /** Deposited, and not confirmed by the desk yet. */
  inTransit: rupeesInAll(),
  /** Short at the bank, and owed by the agent until it is recovered or written off. */
  short: rupeesInAll(),
};
const sums = z.object(byAge);

const dayRow = z.object({
  id: z.int(),
  userId: id('users'),
  agent: z.string(),
  center: word,
  day: day(),
  opening: rupees(),
  taken: rupees(),
  deposited: rupees(),
  variance: rupees(),
  carried: rupees(),
  closedAt: nullable(instant()),
  closedBy: word,
});

export const cash = domain('cash', {
  numbers: endpoint('POST /cash/numbers', {
    about: 'Gives a phone a block of receipt numbers for cash; no number is given twice.',
    can: 'staff',
    takes: { deviceId: uuid },
    gives: z.object({ first: z.int(), last: z.int() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  /** Includes lenders without cash in hand: a phone checks limits offline. */
  hand: endpoint('GET /cash/hand', {
    about: 'Cash the caller holds by lender, and how much and how long they may.',
    can: 'staff',
    gives: z.object({
      clientId: id('clients'),
      client: z.string(),
      /** In hand, unconfirmed deposits, and shortages: the sum adds to the limit. */
      held: rupees(),
      /** What can be deposited. */
      inHand: rupees(),
      /** Missing at the bank in confirmed deposits, and owed by the caller until it is recovered or written off. */
      short: rupees(),
      receipts: z.int(),
      oldestOn: nullable(day()),
      limit: rupees(),
      days: z.int(),
      /** A deposit of it has a photo of its slip. */
      needsPhoto: flag(),
    }),
    answer: 'rows',
  }),
  receipts: list('GET /cash/receipts', {
    about: 'Receipts of cash of the caller and of everybody below.',
    can: 'staff',
    row: receiptRow,
    filters: {
      state: choice(receiptStates),
      age: choice(cashAges),
      userIds: ids('users'),
      centerIds: ids('centers'),
      clientIds: ids('clients'),
      depositId: id('cash-deposits'),
      loanId: id('loans'),
      mine: flag(),
      fromDate: day(),
      toDate: day(),
    },
    summary: z.object({ amount: rupeesInAll() }),
  }),
  byAgent: list('GET /cash/agents', {
    about: 'Cash in the hands of each agent by age; who holds too much or for too long comes first.',
    can: 'staff',
    row: z.extend(sums, {
      id: id('users'),
      agent: z.string(),
      center: word,
      centerId: nullable(id('centers')),
      /** More, or longer, than a lender allows. */
      isOver: flag(),
      /** Since when, where it was noticed already. */
      overSince: nullable(instant()),
    }),
    filters: { centerIds: ids('centers'), userIds: ids('users'), clientIds: ids('clients') },
    summary: sums,
  }),
  byCenter: list('GET /cash/centers', {
    about: 'Cash in the hands of the agents of each center by age.',
    can: 'staff',
    row: z.extend(sums, {
      /** 0: users without a center. */
      id: z.int(),
      center: word,
      agents: z.int(),
    }),
    filters: { clientIds: ids('clients') },
    summary: sums,
  }),
  void: endpoint('POST /cash/receipts/:id/void', {
    about:
      'Takes back a receipt written by mistake, with its claim, while its cash is in hand; who had it is told, its number stays used.',
    can: cashDesk,
    takes: { reason: text({ max: 300 }) },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_DEPOSIT'],
    touches: ['payments', 'loans'],
  }),
  days: list('GET /cash/days', {
    about:
      'Days of agents with cash: receipts, deposits, variance and what was carried over; closed or open.',
    can: 'staff',
    row: dayRow,
    filters: { day: day(), userIds: ids('users'), centerIds: ids('centers'), isClosed: flag() },
    summary: z.object({
      opening: rupeesInAll(),
      taken: rupeesInAll(),
      deposited: rupeesInAll(),
      variance: rupeesInAll(),
      carried: rupeesInAll(),
    }),
  }),
  close: endpoint('POST /cash/days/close', {
    about:
      'Closes the cash of a day for an agent, or for all agents of a center; later cash of it is looked at first.',
    can: 'staff',
    takes: { day: day(), userId: optional(id('users')), centerId: optional(id('centers')) },
    gives: z.object({ closed: z.int() }),
    errors: ['NOT_FOUND', 'DATE_IN_FUTURE', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
  }),
});
