import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  flag,
  id,
  instant,
  key,
  mobile,
  nullable,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { messageStatuses } from '#kernel/contract/channels/descriptor.ts';

export const linkChannels = ['sms', 'whatsApp', 'email'] as const;
const linkStates = ['sent', 'opened', 'paid', 'expired', 'replaced', 'revoked', 'over'] as const;
export type LinkState = (typeof linkStates)[number];

const linkRow = z.object({
  id: id(),
  /** Address of the page; those who see the loan may share it. */
  url: z.string(),
  amount: nullable(rupees()),
  state: choice(linkStates),
  channel: choice(linkChannels),
  /** Masked. */
  to: nullable(z.string()),
  message: nullable(choice(messageStatuses)),
  createdAt: instant(),
  expiresAt: instant(),
  openedAt: nullable(instant()),
  by: nullable(z.string()),
});

/** Links that agents send to borrowers. */
export const paymentLinks = domain('payment-links', {
  /** To a number of the loan, or to a new one with a reason and consent; never both (G132). */
  generate: endpoint('POST /payment/code/generate', {
    about: 'Sends a payment link to a number of the loan, or to a new one with a reason.',
    can: 'staff',
    takes: {
      loanId: id('loans'),
      /** Ten digits, or a contact field such as `mobile`. */
      mobileNumber: optional(text({ max: 30 })),
      newNumber: optional(mobile()),
      reason: optional(text({ max: 200 })),
      hasConsent: optional(flag()),
      channel: optional(choice(linkChannels)),
      /** WhatsApp consent of the borrower; stored for the number. */
      isOptedIn: optional(flag()),
      amount: optional(rupees({ min: 0 })),
    },
    gives: linkRow,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'NO_PAYMENT_ACCOUNT', 'NO_EMAIL_ADDRESS', 'CONTACT_BLOCKED'],
    touches: ['communications', 'dialer', 'today'],
  }),
  ofLoan: endpoint('GET /payment/codes', {
    about: 'Payment links of a loan, newest first.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: linkRow,
    answer: 'rows',
  }),
  revoke: endpoint('DELETE /payment/code/:id', {
    about: 'Revokes a payment link.',
    can: 'staff',
    takes: { id: key('payment-codes') },
    gives: linkRow,
    errors: ['NOT_FOUND'],
  }),
});
