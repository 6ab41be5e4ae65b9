/** What the card of an act says of it; the words are in the texts. */
export const actLabels = [
  'account',
  'active',
  'added',
  'decides',
  'email',
  'gateway',
  'keys',
  'lender',
  'letters',
  'list',
  'loan',
  'most',
  'name',
  'path',
  'person',
  'reason',
  'removed',
  'reveals',
  'role',
  'rows',
  'rowsToday',
  'step',
  'until',
  'upi',
] as const;
export type ActLabel = (typeof actLabels)[number];
export interface ActLine {
  label: ActLabel;
  before: string | null;
  after: string;
}
