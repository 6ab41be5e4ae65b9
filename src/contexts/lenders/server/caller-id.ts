/** Numbers that borrowers see when they are called. Pure. */
import { Failure } from '#kernel/contract/failure.ts';

/** Digits as a line shows them, such as 1600123456 or +912261234567. */
const shape = /^\+?\d{3,15}$/;
/** The series that regulated lenders are called from. */
const series = /^(\+91)?1600\d{6}$/;
/** The same for the database. */
export const series1600 = series.source.replace('\\d', '[0-9]');

const wrong = (): Failure => new Failure('INVALID_INPUT', {}, [{ path: 'callerId', fault: 'invalid' }]);

export function checkCallerId(callerId: string | null | undefined): void {
  if (callerId && !shape.test(callerId)) throw wrong();
}
export function check1600(callerId: string | null | undefined): void {
  if (!callerId || !series.test(callerId)) throw wrong();
}
