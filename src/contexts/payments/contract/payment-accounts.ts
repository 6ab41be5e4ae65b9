import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  flag,
  id,
  nullable,
  object,
  optional,
  rupees,
  secret,
  text,
} from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';
import { payPaths } from './pay/pay-pages.ts';

/** Gateways supported with an account's merchant. */
export const accountGateways = ['payu', 'razorpay'] as const;
export type AccountGateway = (typeof accountGateways)[number];

/** Restricted, because the payment account determines where money is sent. */
const can = 'system-admin';

const accounts = master('/payment-accounts', {
  called: ['payment account', 'payment accounts'],
  draft: {
    name: text({ max: 60, unique: true }),
    clientId: id('clients'),
    /** The lender's payment page; without one only links are payable. */
    path: optional(nullable(choice(payPaths))),
    upiId: optional(nullable(text({ max: 100 }))),
    /** Maximum payment. */
    most: optional(rupees({ min: 1 })),
    /** None: the gateway of this installation. */
    gateway: optional(nullable(choice(accountGateways))),
  },
  shows: {
    client: object({ name: z.string() }),
    /** Whether keys are stored, never their values. */
    hasKeys: flag(),
    /** Webhook URL of this account. */
    webhook: nullable(z.string()),
  },
  flags: { list: can, create: can, edit: can, dropdown: can },
  active: true,
  sorts: ['name'],
  touches: ['loans'],
});
/** Write-only: no endpoint answers it. */
const keys = {
  merchantKey: optional(secret({ max: 200 })),
  merchantSecret: optional(secret({ max: 200 })),
  webhookSecret: optional(secret({ max: 200 })),
};

/** Payment account of a lender: its page, its UPI id, and its merchant at a gateway. */
export const paymentAccounts = domain('payment-accounts', {
  ...accounts,
  create: endpoint('POST /payment-accounts', {
    about: 'Adds an account that payment pages collect into.',
    can,
    takes: { ...accounts.create.takes.shape, ...keys },
    gives: accounts.one.gives,
    errors: ['TAKEN', 'INVALID_INPUT'],
    touches: ['loans'],
  }),
  edit: endpoint('PATCH /payment-accounts/:id', {
    about: 'Changes a payment account; keys are replaced, never shown.',
    can,
    takes: { ...accounts.edit.takes.shape, ...keys },
    gives: accounts.one.gives,
    errors: ['TAKEN', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    touches: ['loans'],
    also: ['PUT /payment-accounts/:id'],
  }),
});
