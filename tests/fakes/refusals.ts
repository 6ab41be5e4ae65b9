/** Rejections by carriers, with the causes that Asterisk derives from them (`ast_sip_hangup_sip2cause`). */
import type { DialStep, NumberPlan } from '../../src/contexts/dialer/server/telephony/number-plan.ts';

const causes: Readonly<Record<number, number>> = {
  302: 23,
  401: 21,
  403: 21,
  404: 1,
  407: 21,
  408: 18,
  410: 22,
  480: 19,
  484: 28,
  486: 17,
  488: 58,
  500: 38,
  502: 27,
  503: 34,
  504: 102,
  603: 21,
  606: 58,
};
export interface CarrierRefusal {
  sip: number;
  /** Cause of a Reason header, which Asterisk 22.10.1 does not report: it derives the cause from the status. */
  reason?: number;
  /** An announcement (183) or a ringing phone (180) before it. */
  after?: 180 | 183;
  ms?: number;
}
export function refusalPlan({ sip, reason, after, ms = 300 }: CarrierRefusal): NumberPlan {
  const before: DialStep[] =
    after === undefined ? [] : [{ afterMs: 200, type: after === 180 ? 'ringing' : 'progress' }];
  const cause = causes[sip] ?? 127;
  const end = { afterMs: ms, type: 'ended', cause, sip, by: 'network' } as const;
  return { steps: [...before, reason === undefined ? end : { ...end, reason }], talkMs: 0 };
}
/** No response to INVITE, not even 100: the exchange times out. */
export const deafPlan: NumberPlan = refusalPlan({ sip: 408, ms: 6400 });
