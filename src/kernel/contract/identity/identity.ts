/** A canonical form, or why a text has none. */
export type IdentityFault =
  | 'empty'
  | 'scientific notation'
  | 'not ten digits'
  | 'not an Indian mobile number'
  | 'not a telephone number'
  | 'not a PAN'
  | 'not an e-mail address'
  | 'not a PIN code';
export type Identity = { value: string; fault?: undefined } | { value?: undefined; fault: IdentityFault };

export const identity = (value: string): Identity => ({ value });
export const noIdentity = (fault: IdentityFault): Identity => ({ fault });

/** The canonical form of what may be empty: null for an empty text, undefined for one that is no such identity. */
export const canonicalOrNull = (
  raw: string | null | undefined,
  read: (raw: string) => Identity,
): string | null | undefined => {
  const { value, fault } = read(raw ?? '');
  return fault === 'empty' ? null : value;
};
