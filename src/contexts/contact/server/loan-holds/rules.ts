/** Duration of a hold. Pure. */
import { Failure } from '#kernel/contract/failure.ts';

const aDay = 86_400_000;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10);

/** Last day of a hold starting today: the maximum of its reason, or an earlier day. */
export function lastDayOf({ today, days, wanted }: { today: string; days: number; wanted?: string }): string {
  // Today is the first of them.
  const most = addDays(today, days - 1);
  if (wanted === undefined) return most;
  if (wanted < today) throw new Failure('DATE_IN_PAST', {}, [{ path: 'untilDay', fault: 'invalid' }]);
  if (wanted > most) throw new Failure('INVALID_INPUT', {}, [{ path: 'untilDay', fault: 'invalid' }]);
  return wanted;
}
