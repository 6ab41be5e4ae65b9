/** The lists that can be written as files, gathered for the composition root. */
import {
  activityExport,
  breakExport,
  productivityExport,
} from '#contexts/reporting/server/activity/export.ts';
import { dispositionExport } from '#contexts/work/server/borrower-dispositions/export.ts';
import { callExport } from '#contexts/dialer/server/calls/export.ts';
import { messageExports } from '#contexts/messaging/server/communications/export.ts';
import { dncExport } from '#contexts/contact/server/dnc/export.ts';
import { loanExport } from '#contexts/loans/server/export.ts';
import {
  agentCollectionExport,
  borrowerCollectionExport,
} from '#contexts/reporting/server/performance/export.ts';
import { paymentExport, paymentsByLoanExport } from '#contexts/payments/server/export.ts';
import { settlementExport } from '#contexts/settlements/server/export.ts';
import { userExport } from '#contexts/agency/server/users/export.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';

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
