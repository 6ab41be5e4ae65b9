/** Next action of a demo agent, from the dialer state. Pure. */
import { clockInIndia } from '#kernel/contract/india.ts';

type WorkStep = 'login' | 'ready' | 'break' | 'endBreak' | 'write';
interface Standing {
  status: string;
  since: string | null;
}

const opens = '09:00';
const closes = '18:00';
/** Monday to Saturday, in the narrowest hours of the lenders. */
export function isWorkingTime(now: Date): boolean {
  const clock = clockInIndia(now);
  const time = clock.slice(11, 16);
  return new Date(`${clock.slice(0, 10)}T00:00:00Z`).getUTCDay() !== 0 && time >= opens && time < closes;
}

/** Probabilities per iteration of a few seconds. `dice` is between 0 and 1. */
export function nextStep({ status, since }: Standing, now: Date, dice: number): WorkStep | undefined {
  const word = status.toLowerCase();
  const lasted = since === null ? 0 : (now.getTime() - Date.parse(since)) / 1000;
  if (word === 'logged-out') return 'login';
  if (word === 'first-login' || word === 'idle') return lasted > 4 ? 'ready' : undefined;
  if (word.startsWith('break')) return lasted > 240 && dice < 0.02 ? 'endBreak' : undefined;
  if (word === 'wrap-up') return lasted > 6 && dice < 0.2 ? 'write' : undefined;
  return word === 'waiting' && lasted > 20 && dice < 0.004 ? 'break' : undefined;
}
