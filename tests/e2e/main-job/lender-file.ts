/** A realistic lender file: other column names, day first, and unreadable rows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const whole = fileURLToPath(new URL('../../fixtures/lender-a.csv', import.meta.url));

const agents = /[\w.]+@recoup\.test/g;

/** A real lender's list, with a custom borrower column. New loans are unassigned. */
export function lenderFile(): { name: string; mimeType: string; buffer: Buffer } {
  const text = readFileSync(whole, 'utf8').replace('Borrower Name', 'Cust Nm').replace(agents, '');
  return { name: 'lender-a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}
