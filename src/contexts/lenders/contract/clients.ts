import * as z from 'zod/mini';
import type { RoleType } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  email,
  flag,
  gstin,
  id,
  ids,
  mobile,
  note,
  nullable,
  number,
  optional,
  pincode,
  rupees,
  secret,
  text,
} from '#kernel/contract/field.ts';
import { dropdownRow, master } from '#kernel/contract/master.ts';

/** Roles that can be an owner of a lender (document 3, section 5). */
export const ownerRoles = ['admin', 'manager', 'tech_lead'] as const satisfies readonly RoleType[];

const draft = {
  name: text({ max: 30, unique: true }),
  contactPerson: text({ max: 60 }),
  contactPersonEmail: email({ unique: true }),
  contactPersonMobile: mobile(),
  registeredGst: gstin(),
  address: text({ max: 250 }),
  landmark: text({ max: 120 }),
  pinCode: pincode(),
  stateId: id('states'),
  cityId: id('cities'),
  ownerId: id('users'),
  /** PTP rules: percentage paid that fulfils it, and grace days after the PTP date. */
  promiseKeptPercent: optional(number({ min: 1, max: 100 })),
  promiseGraceDays: optional(number({ min: 0, max: 30 })),
  /** What its borrowers see when they are called, for which purpose, and whether it must be of the 1600 series. */
  callerId: optional(nullable(text({ max: 16 }))),
  callBackCallerId: optional(nullable(text({ max: 16 }))),
  reminderCallerId: optional(nullable(text({ max: 16 }))),
  seriesOnly: optional(flag()),
  /** Every call with its borrowers is recorded; while that fails, none is placed. */
  requiresRecording: optional(flag()),
  /** Its borrowers may go on paying while it is inactive. */
  paysWhileInactive: optional(flag()),
  /** Allowed recipients of letters about its borrowers, in addition to its contact. */
  letterAddresses: optional(note({ max: 1000 })),
  /** Retention in months: of a borrower's personal data after their last loan was closed, and of recordings. */
  identityMonths: optional(number({ min: 0, max: 240 })),
  recordingMonths: optional(number({ min: 6, max: 240 })),
  /** Cash limits of an agent for its borrowers: amount, and days until deposit. */
  cashLimit: optional(rupees({ min: 0 })),
  cashDays: optional(number({ min: 0, max: 30 })),
  /** Grace days until an unconfirmed deposit adds to the limit again, and whether its slip needs a photo. */
  cashGraceDays: optional(number({ min: 0, max: 7 })),
  cashSlipPhoto: optional(flag()),
  /** Whether borrowers accept a settlement on the page, within how many days; and how late an instalment may be. */
  settlementAsks: optional(choice(['instalments', 'always', 'never'])),
  settlementOfferDays: optional(number({ min: 1, max: 60 })),
  settlementGraceDays: optional(number({ min: 0, max: 60 })),
  /** Maximum days until the last instalment. */
  settlementMostDays: optional(number({ min: 1, max: 1095 })),
  /** Custom text of the no-dues letter; empty: the default. */
  noDuesText: optional(note({ max: 2000 })),
};
/** A lender created by a file has only a name at first. */
const word = z.string();
const named = nullable(z.object({ name: z.string() }));

const lenders = master('/clients', {
  called: ['lender', 'lenders'],
  draft,
  shows: {
    contactPerson: word,
    contactPersonEmail: word,
    contactPersonMobile: word,
    registeredGst: word,
    address: word,
    landmark: word,
    pinCode: word,
    stateId: nullable(id('states')),
    cityId: nullable(id('cities')),
    ownerId: nullable(id('users')),
    state: named,
    city: named,
    promiseKeptPercent: z.int(),
    promiseGraceDays: z.int(),
    seriesOnly: flag(),
    requiresRecording: flag(),
    paysWhileInactive: flag(),
    letterAddresses: word,
    identityMonths: z.int(),
    recordingMonths: z.int(),
    cashLimit: rupees(),
    cashDays: z.int(),
    cashGraceDays: z.int(),
    cashSlipPhoto: flag(),
    settlementAsks: choice(['instalments', 'always', 'never']),
    settlementOfferDays: z.int(),
    settlementGraceDays: z.int(),
    settlementMostDays: z.int(),
    noDuesText: word,
    owner: nullable(z.object({ firstName: z.string(), lastName: z.string(), roleName: z.string() })),
    targets: z.array(z.object({ month: z.int(), year: z.int(), target: rupees() })),
  },
  flags: { list: 'list_client', create: 'add_client', edit: 'edit_client' },
  active: true,
  confirmsOff: true,
  sorts: ['name', 'contactPerson'],
  touches: ['portfolios', 'users'],
});

export const clients = domain('clients', {
  ...lenders,
  /** Also creates the portal user: the contact's email and this password, which no endpoint returns (G102, G159). */
  create: endpoint('POST /clients', {
    about: 'Adds a lender and the user of its portal.',
    can: 'add_client',
    takes: { ...draft, isActive: optional(flag()), password: secret({ max: 128 }) },
    gives: lenders.one.gives,
    errors: ['TAKEN', 'WEAK_PASSWORD', 'INVALID_INPUT'],
    touches: ['users'],
  }),
  dropdown: endpoint('GET /clients/dropdown', {
    about: 'Lenders to choose from, by name.',
    can: 'list_client_dropdown',
    takes: { q: optional(text({ max: 60 })), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
});
