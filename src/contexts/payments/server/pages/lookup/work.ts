/** Proof of work for unauthenticated clients: issued here, solved by the phone, verified and used once. */
import { createHash } from 'node:crypto';
import { isProofOfWork } from '#contexts/payments/contract/pay/pay-work.ts';
import { type Signer, randomCode } from '#kernel/server/operation/secret.ts';

const validFor = 10 * 60_000;
const textOf = (nonce: string, until: string): string => JSON.stringify(['work', nonce, until]);

/** Constant length: reveals nothing about the look-up. */
export function newWork(signer: Signer, now: Date): string {
  const nonce = randomCode();
  const until = String(now.getTime() + validFor);
  const { kid, sig } = signer.sign(textOf(nonce, until));
  return [nonce, until, kid, sig].join('.');
}

/** Id of a valid proof, as `work:number`; usable once. */
export function markOf(signer: Signer, done: string | undefined, now: Date): Buffer | null {
  const [work = ''] = (done ?? '').split(':');
  const [nonce = '', until = '', kid = '', sig = ''] = work.split('.');
  if (!signer.isValid(textOf(nonce, until), { kid, sig }) || Number(until) <= now.getTime()) return null;
  const hash = createHash('sha256')
    .update(done ?? '')
    .digest();
  return isProofOfWork(hash) ? createHash('sha256').update(nonce).digest() : null;
}
