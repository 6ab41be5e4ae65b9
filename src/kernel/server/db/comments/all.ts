/** Every table and view with its meaning, by context; written into the database as comments (see ../comment.ts). */
import { agencyTables } from './agency.ts';
import { contactTables } from './contact.ts';
import { dialerTables } from './dialer.ts';
import { filesTables } from './files.ts';
import { kernelTables } from './kernel.ts';
import { lendersTables } from './lenders.ts';
import { loansTables } from './loans.ts';
import { messagingTables } from './messaging.ts';
import { paymentsTables } from './payments.ts';
import { reportingTables } from './reporting.ts';
import { settlementsTables } from './settlements.ts';
import { syncTables } from './sync.ts';
import type { TableComments } from './tables.ts';
import { workTables } from './work.ts';

export const tablesOf = {
  kernel: kernelTables,
  agency: agencyTables,
  lenders: lendersTables,
  files: filesTables,
  loans: loansTables,
  contact: contactTables,
  messaging: messagingTables,
  payments: paymentsTables,
  settlements: settlementsTables,
  work: workTables,
  dialer: dialerTables,
  sync: syncTables,
  reporting: reportingTables,
} satisfies Record<string, TableComments>;

export type Context = keyof typeof tablesOf;
