/** Every table and view with its meaning, by context; written into the database as comments (see comment.ts). */
import { agencyTables } from '#contexts/agency/server/tables.ts';
import { authorityTables } from '#contexts/authority/server/tables.ts';
import { complaintsTables } from '#contexts/complaints/server/tables.ts';
import { contactTables } from '#contexts/contact/server/tables.ts';
import { dialerTables } from '#contexts/dialer/server/tables.ts';
import { filesTables } from '#contexts/files/server/tables.ts';
import { type TableComments, kernelTables } from '#kernel/server/tables.ts';
import { lendersTables } from '#contexts/lenders/server/tables.ts';
import { loansTables } from '#contexts/loans/server/tables.ts';
import { messagingTables } from '#contexts/messaging/server/tables.ts';
import { paymentsTables } from '#contexts/payments/server/tables.ts';
import { reportingTables } from '#contexts/reporting/server/tables.ts';
import { settlementsTables } from '#contexts/settlements/server/tables.ts';
import { syncTables } from '#contexts/sync/server/tables.ts';
import { workTables } from '#contexts/work/server/tables.ts';

export const tablesOf = {
  kernel: kernelTables,
  agency: agencyTables,
  lenders: lendersTables,
  authority: authorityTables,
  files: filesTables,
  loans: loansTables,
  contact: contactTables,
  messaging: messagingTables,
  payments: paymentsTables,
  complaints: complaintsTables,
  settlements: settlementsTables,
  work: workTables,
  dialer: dialerTables,
  sync: syncTables,
  reporting: reportingTables,
} satisfies Record<string, TableComments>;

export const describedTables: TableComments = Object.assign({}, ...Object.values(tablesOf));
