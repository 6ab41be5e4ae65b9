/** A lender's file as it comes: other names for columns, days first, and rows that cannot be read. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const whole = fileURLToPath(new URL('../../fixtures/lender-a.csv', import.meta.url));

const agents = /[\w.]+@recoup\.test/g;

/** A real lender's list, with a name of its own for the borrower's column. Who works the loans it does not know. */
export function lenderFile(): { name: string; mimeType: string; buffer: Buffer } {
  const text = readFileSync(whole, 'utf8').replace('Borrower Name', 'Cust Nm').replace(agents, '');
  return { name: 'lender-a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
