/** Verifies the checksum of a bech32 key (BIP 173), as age uses: one mistyped character is detected immediately. */
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, term] of GENERATOR.entries()) if ((top >>> i) & 1) sum ^= term;
  }
  return sum >>> 0;
}

export function isWhole(key: string): boolean {
  const text = key.toLowerCase();
  const at = text.lastIndexOf('1');
  const prefix = Array.from(text.slice(0, at), (letter) => letter.charCodeAt(0));
  const data = Array.from(text.slice(at + 1), (letter) => LETTERS.indexOf(letter));
  if (at < 1 || data.length < 7 || data.includes(-1)) return false;
  return polymod([...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...data]) === 1;
}
