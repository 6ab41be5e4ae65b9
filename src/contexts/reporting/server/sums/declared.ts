/** All totals; one that reads rows of another comes after it. */
import { agentDays, callHours, calledLoans, saidCounts } from './agents.ts';
import { bookDays, bookKinds, bookSums, lenderDays, payerDays } from './book.ts';
import { ledgerDays, messageDays } from './ledger.ts';
import { calledCounts, monthCounts, monthLoans } from './months.ts';
import { outcomeMonths, promiseLapses, promiseSums } from './outcomes.ts';
import { rollCounts } from './rolls.ts';
import { type Sum, queueOf } from './sum.ts';

export const declaredSums: readonly Sum[] = [
  agentDays,
  callHours,
  calledLoans,
  saidCounts,
  bookSums,
  bookKinds,
  bookDays,
  lenderDays,
  payerDays,
  outcomeMonths,
  promiseSums,
  promiseLapses,
  monthLoans,
  monthCounts,
  calledCounts,
  rollCounts,
  ledgerDays,
  messageDays,
];
/** Rows of these are also added in bulk, without triggers. */
export const addedInBulk = ['loans'];
export const tablesOfSums = declaredSums.flatMap((one) => [one.name, queueOf(one)]);
