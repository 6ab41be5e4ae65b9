/** Proof of work for unauthenticated phones under heavy load: cheap to verify, expensive to repeat. */

/** About a second on a phone. */
export const workBits = 14;

/** True when a hash starts with the required number of zeros. */
export function isProofOfWork(hash: Uint8Array): boolean {
  let left = workBits;
  for (const byte of hash) {
    if (left <= 0) return true;
    if (byte >> Math.max(0, 8 - left) !== 0) return false;
    left -= 8;
  }
  return left <= 0;
}
