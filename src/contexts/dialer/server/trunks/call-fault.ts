/** Call status of an unanswered call: fault of the carrier or state of the called phone. Pure. */
import type { CallOutcome } from '../engine/attempt/attempt.ts';

/** End of a call before any answer. */
interface UnansweredCall {
  /** Q.850 cause. */
  cause: number | null;
  /** SIP status, if the line uses SIP. */
  sip?: number | null | undefined;
  /** The phone rang (180). */
  hasRung: boolean;
  /** Early media without a ringing phone (183): an announcement. */
  hasProgress: boolean;
}

/** SIP statuses that describe the called number or its phone; every other failure is the carrier's. */
const calledNumberStatuses: ReadonlySet<number> = new Set([
  404, 410, 480, 484, 485, 486, 487, 600, 603, 604, 607,
]);
/** Causes that describe the called number, such as in the Reason header of a 503. */
const calledPhoneCauses: ReadonlySet<number> = new Set([1, 17, 18, 19, 20, 22, 28]);
/** Cause that an exchange derives from the status itself if no Reason header was sent. */
const derivedCauses: Readonly<Record<number, number>> = {
  408: 18,
  480: 19,
  483: 19,
  485: 1,
  486: 17,
  603: 21,
};
/** Causes without SIP that mean the network did not carry the call. */
const notCarriedCauses: ReadonlySet<number> = new Set([
  2, 3, 23, 29, 34, 38, 41, 42, 44, 47, 50, 57, 58, 63, 65, 66, 69, 79, 88, 95, 96, 97, 98, 99, 100, 101, 102,
  103, 111,
]);

/** True if the carrier did not carry the call, so that another carrier may try. */
export function isCarrierFault({ cause, sip }: Pick<UnansweredCall, 'cause' | 'sip'>): boolean {
  if (!sip || sip < 300) return notCarriedCauses.has(cause ?? 0);
  if (calledNumberStatuses.has(sip)) return false;
  const isStated = cause !== null && calledPhoneCauses.has(cause) && derivedCauses[sip] !== cause;
  return !isStated;
}

/** Outcomes by Q.850 cause. */
const outcomeByCause: Readonly<Record<number, CallOutcome>> = {
  1: 'invalid',
  22: 'invalid',
  28: 'invalid',
  17: 'busy',
  21: 'rejected',
  20: 'switched_off',
  27: 'switched_off',
  31: 'switched_off',
};

export function unansweredOutcome(o: UnansweredCall): CallOutcome {
  const { cause, hasRung, hasProgress } = o;
  // A carrier fault after the first ring: the borrower's phone rang all the same.
  if (isCarrierFault(o)) return hasRung ? 'no_answer' : 'congestion';
  const outcome = outcomeByCause[cause ?? 0] ?? 'no_answer';
  // A phone that rang is not switched off.
  if (outcome === 'switched_off') return hasRung ? 'no_answer' : outcome;
  // "Switched off" and "out of coverage" are announced before the rejection, so an announcement means a phone exists.
  if (outcome === 'invalid') return hasRung ? 'no_answer' : hasProgress ? 'switched_off' : outcome;
  return outcome;
}
