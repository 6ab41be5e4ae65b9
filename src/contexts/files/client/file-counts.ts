/** Figures applicable to a file kind: a payment adds no loan and re-activates none. */
import type { FileJob } from './progress.tsx';

const ofLoans = [
  'newLoansCount',
  'existLoansCount',
  'reActiveLoansCount',
  'missingLoansCount',
  'dncLoansCount',
] as const;
const ofPayments = ['existLoansCount', 'knownPaymentsCount', 'paymentsToHoldCount'] as const;
type FileCount = (typeof ofLoans)[number] | (typeof ofPayments)[number];

const counts: Readonly<Record<FileJob['type'], readonly FileCount[]>> = {
  CUSTOMER_FILE: ofLoans,
  PAYMENT_FILE: ofPayments,
  IMPORT_MESSAGE_FILE: ['existLoansCount', 'dncLoansCount'],
  DNC_FILE: ['existLoansCount', 'dncLoansCount'],
  REASSIGNMENT_FILE: ['existLoansCount'],
  ALLOCATION_TYPE_FILE: ['existLoansCount'],
  EXPORT: [],
};
export const hasCount = (type: FileJob['type'], count: FileCount): boolean => counts[type].includes(count);
