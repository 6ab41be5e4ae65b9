/** Numbers that borrowers see when they are called. Pure. */
import { Failure } from '#kernel/contract/failure.ts';

/** Digits as a line shows them, such as 1600123456 or +912261234567. */
const shape = /^\+?\d{3,15}$/;
/** The series that regulated lenders are called from. */
const series = /^(\+91)?1600\d{6}$/;
/** The same for the database. */
export const series1600 = series.source.replace('\\d', '[0-9]');

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

export function checkCallerId(callerId: string | null | undefined, path = 'callerId'): void {
  if (callerId && !shape.test(callerId)) throw wrong(path);
}
export function check1600(callerId: string | null | undefined, path = 'callerId'): void {
  if (!callerId || !series.test(callerId)) throw wrong(path);
}

/** Optional caller IDs by purpose; the lender's default applies otherwise. */
const ofPurposes = ['callBackCallerId', 'reminderCallerId'] as const;
export type CallerIds = Partial<
  Record<'callerId' | (typeof ofPurposes)[number], string | null> & { seriesOnly: boolean }
>;
/** What a lender shows. */
export function checkCallerIds(shown: CallerIds): void {
  for (const path of ['callerId', ...ofPurposes] as const) checkCallerId(shown[path], path);
  if (!shown.seriesOnly) return;
  check1600(shown.callerId);
  for (const path of ofPurposes) if (shown[path]) check1600(shown[path], path);
}
