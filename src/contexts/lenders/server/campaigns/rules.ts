/** What holds for every campaign. Pure. */
import type { dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import { Failure } from '#kernel/contract/failure.ts';

type DialMethod = (typeof dialMethods)[number];

/** Progressive dialling is one call per agent; a given ratio is ignored (document 3, section 4). */
export const ratioOf = (method: DialMethod, asked: number): number => (method === 'progressive' ? 1 : asked);

/** Digits as a line shows them, such as 1600123456 or +912261234567. */
const shape = /^\+?\d{3,15}$/;

export function checkCallerId(callerId: string | null | undefined): void {
  if (callerId && !shape.test(callerId))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'callerId', fault: 'invalid' }]);
}
