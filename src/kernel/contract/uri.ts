/**
 * Addresses that programs other than browsers read, such as UPI apps, dialers and mail programs: RFC 3986, where a blank is
 * `%20`. `URLSearchParams` writes forms, where a blank is `+`, and these readers show the plus sign. Pure.
 */

/** One value of a query. `@`, `:` and `/` are allowed there, and some UPI apps do not decode `%40`. */
const valueOf = (text: string): string =>
  encodeURIComponent(text).replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%2F', '/');

/** Name and value pairs as the query of an address. */
export const uriQuery = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${valueOf(value)}`).join('&');

/** RFC 3966: digits with a leading plus sign; undefined for text that is no telephone number. */
export function telAddress(written: string): string | undefined {
  const number = written.normalize('NFKC').replace(/[\s().\-/‐-―]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined;
}

/** RFC 6068: characters that could end the address or start a mail header are encoded. */
export const mailAddress = (written: string): string => `mailto:${valueOf(written.trim())}`;

/** A UPI payment link (NPCI linking specification); `am` in rupees with two decimals. */
export const upiUri = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  `upi://pay?${uriQuery(pairs.filter(([, value]) => value !== ''))}`;

/** The same link with another amount; an empty one lets the payer type it. */
export function upiUriWith(address: string, amount: string): string {
  const query = new URL(address).search.slice(1);
  const kept = query
    .split('&')
    .map((part) => part.split('='))
    .flatMap(([name = '', value = '']): [string, string][] =>
      name === 'am' || name === '' ? [] : [[name, decodeURIComponent(value)]],
    );
  return upiUri([...kept, ['am', amount]]);
}
