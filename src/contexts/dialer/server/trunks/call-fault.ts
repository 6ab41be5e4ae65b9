/** Whose fault it is that a call was not answered: the carrier's, the network's, or nobody picked up. Pure. */
import type { CallOutcome } from '../engine/attempt.ts';

/** How a call ended before any answer. */
export interface Unanswered {
  /** Q.850 cause. */
  cause: number | null;
  /** Status of SIP, where the line speaks it. */
  sip?: number | null | undefined;
  /** The phone rang (180). */
  hasRung: boolean;
  /** The network sent sound without ringing the phone (183): an announcement. */
  hasProgress: boolean;
}

/** Statuses of SIP that speak of the called number or of its phone; every other failure is the carrier's. */
const ofCalledNumber: ReadonlySet<number> = new Set([404, 410, 480, 484, 485, 486, 487, 600, 603, 604, 607]);
/** Causes that speak of the called number, such as in the Reason header of a 503. */
const ofCalledPhone: ReadonlySet<number> = new Set([1, 17, 18, 19, 20, 22, 28]);
/** The cause that an exchange derives from the status itself: no Reason header was sent. */
const derived: Readonly<Record<number, number>> = { 408: 18, 480: 19, 483: 19, 485: 1, 486: 17, 603: 21 };
/** Causes of lines without SIP by which the network did not carry a call. */
const notCarried: ReadonlySet<number> = new Set([
  2, 3, 23, 29, 34, 38, 41, 42, 44, 47, 50, 57, 58, 63, 65, 66, 69, 79, 88, 95, 96, 97, 98, 99, 100, 101, 102,
  103, 111,
]);

/** The carrier did not carry the call: no phone rang, and another carrier may. */
export function isCarrierFault({ cause, sip }: Pick<Unanswered, 'cause' | 'sip'>): boolean {
  if (!sip || sip < 300) return notCarried.has(cause ?? 0);
  if (ofCalledNumber.has(sip)) return false;
  const isStated = cause !== null && ofCalledPhone.has(cause) && derived[sip] !== cause;
  return !isStated;
}

/** Outcomes by Q.850 cause. */
const causes: Readonly<Record<number, CallOutcome>> = {
  1: 'invalid',
  22: 'invalid',
  28: 'invalid',
  17: 'busy',
  21: 'rejected',
  20: 'switched_off',
  27: 'switched_off',
  31: 'switched_off',
};

export function unansweredOutcome(o: Unanswered): CallOutcome {
  const { cause, hasRung, hasProgress } = o;
  // A carrier that fails after the phone rang: the borrower was rung all the same.
  if (isCarrierFault(o)) return hasRung ? 'no_answer' : 'congestion';
  const outcome = causes[cause ?? 0] ?? 'no_answer';
  // What rang is not switched off.
  if (outcome === 'switched_off') return hasRung ? 'no_answer' : outcome;
  // "Switched off" and "out of coverage" are announced before the refusal; a number that does not exist has no phone.
  if (outcome === 'invalid') return hasRung ? 'no_answer' : hasProgress ? 'switched_off' : outcome;
  return outcome;
}
