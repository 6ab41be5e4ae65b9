/**
 * The contexts in their order, each with those above it that its server needs. A context can need only what stands before
 * it, so there is no circle; what the lower one wants of the higher comes through a slot.
 */
export const contexts = [
  'agency',
  'lenders',
  'files',
  'loans',
  'contact',
  'messaging',
  'payments',
  'settlements',
  'work',
  'dialer',
  'sync',
  'reporting',
] as const;
export type ContextName = (typeof contexts)[number];

export const needs = {
  agency: [],
  lenders: ['agency'],
  files: ['agency', 'lenders'],
  loans: ['agency', 'lenders', 'files'],
  contact: ['agency', 'lenders', 'files', 'loans'],
  messaging: ['agency', 'lenders', 'files', 'loans', 'contact'],
  payments: ['agency', 'lenders', 'files', 'loans', 'contact', 'messaging'],
  settlements: ['agency', 'lenders', 'files', 'loans'],
  work: ['agency', 'lenders', 'loans', 'contact', 'payments', 'settlements'],
  dialer: ['agency', 'lenders', 'loans', 'contact', 'messaging', 'work'],
  sync: ['agency', 'lenders', 'loans', 'work'],
  reporting: [
    'agency',
    'lenders',
    'files',
    'loans',
    'contact',
    'messaging',
    'payments',
    'settlements',
    'work',
    'dialer',
  ],
} as const satisfies Record<ContextName, readonly ContextName[]>;
