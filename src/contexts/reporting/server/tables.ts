/** Meaning of the tables of reports; totals describe themselves where they are declared. */
import type { TableComments } from '#kernel/server/tables.ts';
import { endTables } from './month-ends-tables.ts';
import { declaredSums } from './sums/declared.ts';
import { sumTables } from './sums/sum.ts';

export const reportingTables: TableComments = {
  access_records: {
    is: 'Which user opened which borrower, loan, list or file; append-only. Written within a second after the response.',
    columns: {
      id: 'Month and serial number.',
      at: 'Time of the response (UTC).',
      actor_id: 'The user who opened it.',
      endpoint: 'Endpoint, such as loans.borrower.',
      borrower_ids: 'Borrowers named by the request or response.',
      loan_ids: 'Loans named by the request or response.',
      rows: 'Rows of the response; 0 for a file.',
      asked: 'Key and filters of the request, without typed text.',
      origin: 'The address the request came from.',
      request_id: 'The request, as in the log.',
    },
  },
  ...endTables,
  ...sumTables(declaredSums),
};
