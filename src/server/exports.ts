/** The lists that can be written as files, gathered for the composition root. */
import { activityExport, breakExport, productivityExport } from './domains/activity/export.ts';
import { dispositionExport } from './domains/borrower-dispositions/export.ts';
import { callExport } from './domains/calls/export.ts';
import { messageExports } from './domains/communications/export.ts';
import { dncExport } from './domains/dnc/export.ts';
import { loanExport } from './domains/loans/export.ts';
import { agentCollectionExport, borrowerCollectionExport } from './domains/performance/export.ts';
import { paymentExport, paymentsByLoanExport } from './domains/payments/export.ts';
import { settlementExport } from './domains/settlements/export.ts';
import { userExport } from './domains/users/export.ts';
import type { ExportSource } from './kernel/export.ts';

export const exportSources: readonly ExportSource[] = [
  activityExport,
  agentCollectionExport,
  borrowerCollectionExport,
  breakExport,
  callExport,
  dispositionExport,
  dncExport,
  loanExport,
  ...messageExports,
  paymentExport,
  paymentsByLoanExport,
  productivityExport,
  settlementExport,
  userExport,
];

export const exportedTypes = exportSources.map(({ type }) => type);
