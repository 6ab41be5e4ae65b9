/** A little work a stranger's phone does before it is answered again, when very many ask: cheap to check, dear to repeat. */

/** About a second on a phone. */
export const workBits = 14;

/** True when a hash begins with as many noughts as the work asks for. */
export function isProofOfWork(hash: Uint8Array): boolean {
  let left = workBits;
  for (const byte of hash) {
    if (left <= 0) return true;
    if (byte >> Math.max(0, 8 - left) !== 0) return false;
    left -= 8;
  }
  return left <= 0;
}
