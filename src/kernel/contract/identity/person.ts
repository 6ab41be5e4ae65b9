/** PAN, e-mail address and PIN code. Pure. */
import * as z from 'zod/mini';
import { type Identity, identity, noIdentity } from './identity.ts';
import { isScientific, withoutDecimals } from './loan-number.ts';
import { dividers } from './noise.ts';
import { isNothing, unwrapped } from './plain-text.ts';

/** Ten capitals and digits. */
export function canonicalPan(raw: string): Identity {
  const text = unwrapped(unwrapped(raw).replace(/^pan\b(\s?(no|number|card)\b)?[\s.:#-]*(?=\S)/i, ''));
  if (isNothing(text)) return noIdentity('empty');
  const pan = text.replace(dividers, '').toUpperCase();
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? identity(pan) : noIdentity('not a PAN');
}

const address = z.email();
/** In small letters. */
export function canonicalEmail(raw: string): Identity {
  const text = unwrapped(raw)
    .replace(/^mailto:\s*/i, '')
    .replace(/^.*<([^<>]+)>$/, '$1')
    .replace(/\.+$/, '');
  if (isNothing(text)) return noIdentity('empty');
  const email = text.trim().toLowerCase();
  return email.length <= 254 && address.safeParse(email).success
    ? identity(email)
    : noIdentity('not an e-mail address');
}

/** Six digits, the first not zero. */
export function canonicalPincode(raw: string): Identity {
  const text = unwrapped(unwrapped(raw).replace(/^pin\b(\s?code\b)?[\s.:#-]*(?=\S)/i, ''));
  if (isNothing(text)) return noIdentity('empty');
  if (isScientific(text)) return noIdentity('scientific notation');
  const pincode = withoutDecimals(text.replaceAll(' ', '')).replace(dividers, '');
  return /^[1-9]\d{5}$/.test(pincode) ? identity(pincode) : noIdentity('not a PIN code');
}
