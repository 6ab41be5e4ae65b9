/** Government identity numbers, and their masked form. */
export type IdentityNumber = 'pan' | 'aadhaar' | 'voter' | 'licence' | 'passport';

const panLength = 10;
const enoughToHide = 8;
const lastFour = (text: string): string => (text.length < enoughToHide ? 'XXXX' : `XXXX${text.slice(-4)}`);
const shown: Record<IdentityNumber, (text: string) => string> = {
  // Its first three characters and its last, as tax offices print it.
  pan: (text) => (text.length < panLength ? 'XXXXXX' : `${text.slice(0, 3)}XXXXXX${text.slice(-1)}`),
  aadhaar: lastFour,
  voter: lastFour,
  licence: lastFour,
  passport: lastFour,
};
export const shownAs = (what: IdentityNumber, text: string): string => shown[what](text);
