/** A lender's file as it comes: other names for columns, days first, and rows that cannot be read. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const whole = fileURLToPath(new URL('../../fixtures/lender-a.csv', import.meta.url));
const mostRows = 300;

/** The first rows of a real lender's list, with a name of its own for the borrower's column. */
export function lenderFile(): { name: string; mimeType: string; buffer: Buffer } {
  const lines = readFileSync(whole, 'utf8').split(/(?<=\n)/);
  const [head = '', ...rows] = lines;
  const text = head.replace('Borrower Name', 'Cust Nm') + rows.slice(0, mostRows).join('');
  return { name: 'lender-a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
