/** A canonical form, or why a text has none. */
type IdentityFault =
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
