/** Autopay: instalments charged by a mandate of the borrower (UPI AutoPay). */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { mandateStates, offerFaults } from './autopay-rules.ts';

/** Status of a charge: sent, its order's status, or why it was not created. */
const chargeWords = [
  'planned',
  'told',
  'announced',
  'sent',
  'success',
  'failed',
  'reversed',
  'gave-up',
  'paid',
  'earlier',
  'changed',
  'ended',
  'paused',
  'late',
  'not-told',
  'off',
] as const;
export type ChargeWord = (typeof chargeWords)[number];
export const autopaySources = ['settlement', 'promises'] as const;
export const endReasons = ['staff', 'borrower', 'over', 'replaced', 'off'] as const;

const mandate = {
  id: id('mandates'),
  loanId: id('loans'),
  source: choice(autopaySources),
  state: choice(mandateStates),
  /** Stopped: no further debits, and the gateway gets a cancel request. */
  isEnding: flag(),
  endReason: nullable(choice(endReasons)),
  /** Most of one charge. */
  most: rupees(),
  until: day(),
  offeredBy: z.string(),
  offeredAt: instant(),
  acceptedAt: nullable(instant()),
  /** Last query of the gateway. */
  askedAt: nullable(instant()),
  /** Agreed instalments, and their debits. */
  instalments: z.int(),
  charged: rupees(),
  nextOn: nullable(day()),
  /** An instalment that failed is not tried any more since this day: it is paid another way. */
  gaveUpOn: nullable(day()),
};
const charge = z.object({
  instalment: z.string(),
  dueOn: day(),
  amount: rupees(),
  chargeAt: nullable(instant()),
  became: choice(chargeWords),
});

export const autopay = domain('autopay', {
  list: list('GET /autopay', {
    about: 'Mandates of UPI AutoPay and what they charged, the latest first.',
    can: 'list_payment',
    row: z.object({ ...mandate, loanNumber: z.string(), borrower: z.string(), client: z.string() }),
    filters: { state: choice(mandateStates), clientIds: ids('clients') },
  }),
  ofLoan: endpoint('GET /autopay/loan', {
    about: 'The latest mandate of a loan with its charges, and whether one may be offered.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: {
      mandate: nullable(z.object({ ...mandate, url: z.string(), charges: z.array(charge) })),
      /** Null: one may be offered. */
      fault: nullable(choice(offerFaults)),
    },
  }),
  offer: endpoint('POST /autopay', {
    about: 'Sends the borrower a link to agree to a mandate for the instalments of the loan.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: { id: id('mandates'), url: z.string() },
    errors: ['NOT_FOUND', 'CONTACT_BLOCKED', 'AUTOPAY_NOT_OFFERED'],
    touches: ['communications', 'dialer', 'today'],
  }),
  end: endpoint('POST /autopay/end', {
    about: 'Stops a mandate: nothing is charged by it from now on.',
    can: 'staff',
    takes: { id: id('mandates') },
    gives: { id: id('mandates') },
    errors: ['NOT_FOUND'],
  }),
});
