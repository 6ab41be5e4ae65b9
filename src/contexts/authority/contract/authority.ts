/** Pending approvals, and the policy test. */
import * as z from 'zod/mini';
import type { Access } from '#kernel/contract/access.ts';
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
  number,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow } from '#kernel/contract/master.ts';
import { actLabels } from './act-labels.ts';
import { historyFields } from './history-fields.ts';
import { hundredths } from './hundredths.ts';
import { authorityKinds, deciderRoles, limitNames, stepRoles } from './rules.ts';

const step = {
  name: z.string(),
  roleType: nullable(choice(stepRoles)),
  /** Where it is one person. */
  person: z.nullable(z.string()),
};

/** Proposed act: as requested, with a fingerprint, so that an approval applies to it and to nothing else. */
const act = z.object({
  /** Affected account, list, hold or role. */
  name: z.string(),
  lines: z.array(z.object({ label: choice(actLabels), before: z.nullable(z.string()), after: z.string() })),
  stands: z.string(),
});

const of = { id: key() };
const done = z.object({ id: id() });
/** Permission of approvers: the policy determines limits, the flag of the kind is required additionally. */
const can = {
  roles: deciderRoles,
} as const satisfies Access;

export const authority = domain('authority', {
  waiting: list('GET /authority/waiting', {
    about:
      'Requests that wait for the caller’s decision, the most urgent first, each with what is needed to decide.',
    can,
    row: z.object({
      id: id(),
      kind: choice(authorityKinds),
      subjectId: id(),
      /** Recommenders without sufficient limits, with their remarks. */
      askedBy: z.string(),
      askedComment: z.string(),
      askedAt: instant(),
      dueAt: instant(),
      loanId: nullable(id('loans')),
      borrower: z.string(),
      loanNumber: z.string(),
      client: z.string(),
      maker: z.string(),
      comment: z.string(),
      amount: rupees(),
      pos: rupees(),
      tos: rupees(),
      waiver: z.number(),
      payBy: nullable(day()),
      /** The day has passed: it is approved with a new one only. */
      isExpired: flag(),
      instalments: z.array(z.object({ dueOn: day(), amount: rupees() })),
      ...historyFields,
      /** Of anything but a settlement. */
      act: z.nullable(act),
    }),
  }),
  people: endpoint('GET /authority/:id/people', {
    about: 'People a request may be passed on to.',
    can,
    takes: of,
    gives: dropdownRow,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  decide: endpoint('POST /authority/:id/decide', {
    about: 'Approves or rejects what waits for a second person.',
    can,
    takes: {
      ...of,
      decision: choice(['approve', 'reject']),
      /** As shown: rejected if changed. */
      amount: rupees({ min: 0 }),
      /** Fingerprint of the shown act. */
      stands: optional(text({ max: 64 })),
      comments: optional(note({ max: 500 })),
      /** With a rejection: what would be approved. */
      suggestedAmount: optional(rupees({ min: 0 })),
      /** With an approval of an expired settlement: its new payment day. */
      settlementDate: optional(day()),
    },
    /** Above the caller's limits an approval is a recommendation and moves to the next approver. */
    gives: z.object({ id: id(), became: choice(['approved', 'rejected', 'recommended', 'asked-again']) }),
    errors: [
      'NOT_FOUND',
      'INVALID_INPUT',
      'SETTLEMENT_STATE',
      'SETTLEMENT_EXPIRED',
      'CHANGED_MEANWHILE',
      'OWN_SETTLEMENT',
      'OWN_REQUEST',
      'OWN_DEPOSIT',
      'WAIVER_ABOVE_LIMIT',
      'ABOVE_AUTHORITY',
      'NOT_YOURS_TO_REJECT',
      'WAITS_ALREADY',
    ],
    touches: ['settlements'],
  }),
  asked: list('GET /authority/asked', {
    about: 'What the caller asked that waits for others; those who edit authority see all.',
    can: 'staff',
    row: z.object({
      id: id(),
      kind: choice(authorityKinds),
      act,
      askedBy: z.string(),
      isMine: flag(),
      askedAt: instant(),
      waitsFor: z.array(z.string()),
      /** When it escalates or, without an approver, takes effect automatically. */
      dueAt: instant(),
    }),
  }),
  withdraw: endpoint('POST /authority/acts/:id/withdraw', {
    about: 'Takes back what waits, by whoever asked or edits authority.',
    can: 'staff',
    takes: of,
    gives: done,
    errors: ['NOT_FOUND'],
  }),
  passOn: endpoint('POST /authority/:id/pass-on', {
    about: 'Passes a request on to somebody else who may decide it.',
    can,
    /** One of `people`. */
    takes: { ...of, userId: id() },
    gives: done,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
  }),
  bench: endpoint('GET /authority/bench', {
    about: 'Who would decide a request of this amount, waiver and age, by the policy in force.',
    can: 'edit_authority',
    takes: {
      kind: choice(authorityKinds),
      portfolioId: optional(id('portfolios')),
      amount: optional(rupees({ min: 0 })),
      /** As exact as it is decided: hundredths of a percent. */
      waiver: optional(hundredths()),
      /** Of the total, where it differs. */
      waiverTotal: optional(hundredths()),
      days: optional(number({ min: 0, max: 10_000 })),
      /** Rows of an export, reveals of a day. */
      count: optional(number({ min: 0, max: 100_000_000 })),
    },
    gives: z.object({
      /** Level of the policy; null without one. */
      policy: nullable(choice(['agency', 'lender', 'portfolio'])),
      /** Percent: maximum waiver of the portfolio for any approver; null when not exceeded. */
      aboveMost: z.nullable(z.number()),
      most: z.number(),
      /** A step permits the requester alone. */
      isAlone: flag(),
      /** In escalation order. */
      stations: z.array(
        z.object({ ...step, isSubstitute: flag(), hours: number(), exceptLine: flag(), people: number() }),
      ),
      /** Steps that do not decide it, each with the limit it is above. */
      below: z.array(z.object({ ...step, limit: choice(limitNames), is: z.number(), most: z.number() })),
    }),
  }),
});
