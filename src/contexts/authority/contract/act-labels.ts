/** Labels of act cards; the texts have their names. */
export const actLabels = [
  'account',
  'active',
  'added',
  'amount',
  'decides',
  'decision',
  'email',
  'gateway',
  'keys',
  'lender',
  'letters',
  'list',
  'loan',
  'loans',
  'loansToday',
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
type ActLabel = (typeof actLabels)[number];
export interface ActLine {
  label: ActLabel;
  before: string | null;
  after: string;
}
