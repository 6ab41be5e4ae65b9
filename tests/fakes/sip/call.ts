/** One call at the phones: parties, progress, and audio. */
import { type Request, fresh, requestOf } from './message.ts';
import type { Media } from './media.ts';

export type Place = 'borrower' | 'agent' | 'own-phone';
export interface SipCall {
  callId: string;
  /** Who the telephone belongs to. */
  number: string;
  place: Place;
  /** `out`: the exchange rang us; `in`: we rang it. */
  direction: 'in' | 'out';
  voice: number;
  media: Media | undefined;
  began: number;
  rangAt: number | undefined;
  answeredAt: number | undefined;
  endedAt: number | undefined;
  /** Ending party, or the rejection status. */
  endedBy: 'us' | 'exchange' | 'cancelled' | 'vanished' | number | undefined;
  /** Response to our REFER. */
  referred?: number;
  /** The INVITE, either way. */
  invite: string;
  /** Both tags as in our requests. */
  local: string;
  remote: string;
  /** Where the exchange wants its requests. */
  target: string;
  tag: string;
  branch: string;
  sequence: number;
  timers: NodeJS.Timeout[];
}

export const newCall = (
  o: Pick<SipCall, 'callId' | 'number' | 'place' | 'direction' | 'voice' | 'invite'> & Partial<SipCall>,
): SipCall => ({
  media: undefined,
  began: Date.now(),
  rangAt: undefined,
  answeredAt: undefined,
  endedAt: undefined,
  endedBy: undefined,
  local: '',
  remote: '',
  target: '',
  tag: fresh(),
  branch: `z9hG4bK${fresh()}`,
  sequence: 1,
  timers: [],
  ...o,
});

/** An in-dialog request; a CANCEL and the ACK of a failure use the INVITE's branch. */
export function within(
  call: SipCall,
  method: string,
  o: { host: string; port: number; extra?: readonly string[]; body?: string },
): string {
  const isOfInvite = method === 'CANCEL' || method === 'ACK';
  if (!isOfInvite) call.sequence += 1;
  const branch = method === 'CANCEL' ? call.branch : `z9hG4bK${fresh()}`;
  const request: Request = {
    method,
    uri: call.target,
    via: `SIP/2.0/UDP ${o.host}:${o.port};branch=${branch};rport`,
    from: call.local,
    to: call.remote,
    callId: call.callId,
    sequence: isOfInvite ? 1 : call.sequence,
    contact: `sip:peer@${o.host}:${o.port}`,
    ...(o.extra && { extra: o.extra }),
    ...(o.body && { body: o.body }),
  };
  return requestOf(request);
}
