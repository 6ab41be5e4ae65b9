/** The number by which a lender names a loan. Pure. */
import { type Identity, identity, noIdentity } from './identity.ts';
import { loanLabels, scientific, shortScientific, spreadsheetError } from './noise.ts';
import { isNothing, isNought, unwrapped } from './plain-text.ts';

/** Most loan numbers: capitals and figures, which nothing has touched. */
const plain = /^[A-Z]{0,8}\d*[1-9]\d*$/;
const decimals = /^(\d+)\.0*$/;
const grouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.0*)?$/;

/** Digits as a spreadsheet leaves them, without `.0` and the commas of thousands and lakhs. */
export const withoutDecimals = (text: string): string =>
  (grouped.test(text) ? text.replaceAll(',', '') : text).replace(decimals, '$1');

export const isScientific = (text: string): boolean => scientific.test(text) || shortScientific.test(text);

/** As the lender writes it, its case and its leading noughts included, without what spreadsheets and keyboards add. */
export function canonicalLoanNumber(raw: string): Identity {
  if (plain.test(raw)) return identity(raw);
  let text = unwrapped(raw);
  // #REF! starts with a sign that also labels a number.
  if (spreadsheetError.test(text)) return noIdentity('empty');
  for (let before = ''; before !== text;) {
    before = text;
    text = unwrapped(withoutDecimals(text).replace(loanLabels, ''));
  }
  // A lender may number a loan with a text such as NONE, as earlier files did.
  if ((isNothing(text) && !/^none$/i.test(text)) || isNought(text)) return noIdentity('empty');
  return isScientific(text) ? noIdentity('scientific notation') : identity(text);
}
