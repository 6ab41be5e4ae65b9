/** The number by which a bank or a gateway names a payment: UTR, RRN, transaction id. Pure. */
import { type Identity, identity, noIdentity } from './identity.ts';
import { isScientific, withoutDecimals } from './loan-number.ts';
import { attachedLabels, referenceLabels } from './noise.ts';
import { isNothing, isNought, unwrapped } from './plain-text.ts';

/** In the letters of its maker, as it is stored and shown; compared without case. */
export function plainReference(raw: string): Identity {
  let text = unwrapped(raw);
  for (let before = ''; before !== text;) {
    before = text;
    text = unwrapped(withoutDecimals(text).replace(referenceLabels, ''));
  }
  if (isNothing(text) || isNought(text)) return noIdentity('empty');
  if (isScientific(text)) return noIdentity('scientific notation');
  return identity(withoutDecimals(text.replaceAll(' ', '')).replace(attachedLabels, ''));
}

/** As references are compared. */
export const canonicalReference = (raw: string): Identity =>
  plainReference(raw.normalize('NFC').toUpperCase());
