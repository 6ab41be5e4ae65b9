/** Telephone numbers of India. Pure. */
import { type Identity, identity, noIdentity } from './identity.ts';
import { isScientific, withoutDecimals } from './loan-number.ts';
import { dividers, foreignCode, phoneLabels } from './noise.ts';
import { isNothing, plainText, unwrapped } from './plain-text.ts';

const national = /^(?:(?:00)?91)?0?(\d{10})$/;
const tollFree = /^(?:(?:00)?91)?0?(1800\d{6,7})$/;

/** Its digits without country code, labels and dividers; ten of them, or a fault. */
function digitsOf(raw: string): Identity {
  const text = unwrapped(unwrapped(raw).replace(phoneLabels, ''));
  if (isNothing(text)) return noIdentity('empty');
  if (isScientific(text) || /\d\s?e\s?[-+]?\d/i.test(text)) return noIdentity('scientific notation');
  if (foreignCode.test(text)) return noIdentity('not an Indian mobile number');
  return identity(withoutDecimals(text).replace(dividers, ''));
}

/** Ten digits of any telephone, a landline with its area code included. */
export function canonicalPhone(raw: string): Identity {
  if (/^[1-9]\d{9}$/.test(raw)) return identity(raw);
  const { value, fault } = digitsOf(raw);
  if (value === undefined) return noIdentity(fault);
  const own = national.exec(value)?.[1];
  return own ? identity(own) : noIdentity('not ten digits');
}

/** Ten digits of a mobile: Indian ones start with 6 to 9, so 0000000000 and 1234567890 are invalid. */
export function canonicalMobile(raw: string): Identity {
  const read = canonicalPhone(raw);
  return read.value === undefined || /^[6-9]/.test(read.value)
    ? read
    : noIdentity('not an Indian mobile number');
}

/** Office number: ten digits that do not start with zero, or a toll-free number. */
export function canonicalOfficePhone(raw: string): Identity {
  const { value, fault } = digitsOf(raw);
  if (value === undefined) return noIdentity(fault);
  const own = tollFree.exec(value)?.[1] ?? national.exec(value)?.[1];
  return own && !own.startsWith('0') ? identity(own) : noIdentity('not a telephone number');
}

/** The number of a call as a carrier writes it: of a foreign one the last ten digits. */
export const subscriberNumber = (raw: string): string =>
  canonicalPhone(raw).value ?? plainText(raw).replace(/\D/g, '').slice(-10);
