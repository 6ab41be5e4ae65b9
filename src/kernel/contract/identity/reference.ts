/** The number by which a bank or a gateway names a payment: UTR, RRN, transaction id. Pure. */
import { type Identity, identity, noIdentity } from './identity.ts';
import { isScientific, withoutDecimals } from './loan-number.ts';
import { attachedLabels, labelsBehind, referenceLabels, spreadsheetError } from './noise.ts';
import { isNothing, isNought, unwrapped } from './plain-text.ts';

/** In the letters of its maker, as it is stored and shown; compared without case. */
export function plainReference(raw: string): Identity {
  if (/^\d*[1-9]\d*$/.test(raw)) return identity(raw);
  let text = unwrapped(raw);
  if (spreadsheetError.test(text)) return noIdentity('empty');
  for (let before = ''; before !== text;) {
    before = text;
    text = unwrapped(withoutDecimals(text).replace(referenceLabels, '').replace(labelsBehind, ''));
    if (isScientific(text)) return noIdentity('scientific notation');
    if (before === text) text = withoutDecimals(text.replaceAll(' ', '')).replace(attachedLabels, '');
  }
  return isNothing(text) || isNought(text) ? noIdentity('empty') : identity(text);
}

/** As references are compared. */
export const canonicalReference = (raw: string): Identity =>
  plainReference(raw.normalize('NFC').toUpperCase());
