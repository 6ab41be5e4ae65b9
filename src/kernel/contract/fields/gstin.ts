/** The goods and services tax identification number: state, PAN, entity, Z and a check digit. */
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** 01 to 38 are states and territories; 97 is other territory, 99 the centre. */
const isState = (code: number): boolean => (code >= 1 && code <= 38) || code === 97 || code === 99;

/** Modulo 36, every second digit counted twice; the digits of each product are added up. */
export function checkDigitOf(body: string): string {
  const sum = Array.from(body).reduce((total, letter, i) => {
    const product = digits.indexOf(letter) * (i % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits.charAt((36 - (sum % 36)) % 36);
}

export const isGstin = (text: string): boolean =>
  shape.test(text) &&
  isState(Number(text.slice(0, 2))) &&
  checkDigitOf(text.slice(0, 14)) === text.charAt(14);
