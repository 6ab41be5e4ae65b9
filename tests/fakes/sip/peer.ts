/**
 * Phones for a real exchange: plain SIP by UDP and RTP, one socket for the carrier and every desk phone. The last two
 * digits determine a number's behaviour as in the simulated carrier, and every leg has a separate voice.
 */
import { type Socket, createSocket } from 'node:dgram';
import {
  type DialStep,
  type NumberPlan,
  agentPlan,
  ownPhonePlan,
  planOf,
} from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { type Place, type SipCall, newCall, within } from './call.ts';
import { Media } from './media.ts';
import { addressIn, answerTo, fresh, header, mediaIn, offerOf, requestOf, userIn } from './message.ts';
import { agentVoice, borrowerVoice } from './tones.ts';

/** SIP statuses of causes; a switched-off phone also sends a Reason. */
const refusals: Readonly<Record<number, readonly [status: string, extra?: string]>> = {
  1: ['404 Not Found'],
  17: ['486 Busy Here'],
  19: ['480 Temporarily Unavailable'],
  20: ['480 Temporarily Unavailable', 'Reason: Q.850;cause=20'],
  21: ['603 Decline'],
  34: ['503 Service Unavailable'],
};

const keyMs = 220;

interface Options {
  host: string;
  port: number;
  exchange: { host: string; port: number };
  /** How much faster than in life telephones behave. */
  speed?: number;
  /** Another plan for a number; undefined: the usual. */
  planFor?: (number: string, place: Place) => NumberPlan | undefined;
  /** True: INVITE gets no response, not even 100; OPTIONS does. */
  isDeaf?: () => boolean;
  /** Contact of a redirect (3xx). */
  redirectsTo?: string;
  /** Speech of the answering party in µ-law; undefined: a tone during the call. */
  says?: (number: string) => Buffer | undefined;
}

export class SipPeer {
  /** Every call there was, in order. */
  readonly calls: SipCall[] = [];
  readonly #live = new Map<string, SipCall>();
  readonly #socket: Socket = createSocket('udp4');
  readonly #o: Options;
  readonly #clock: NodeJS.Timeout;

  constructor(o: Options) {
    this.#o = o;
    this.#socket.on('message', (packet, from) => this.#take(packet.toString(), from));
    this.#socket.on('error', () => undefined);
    this.#clock = setInterval(() => {
      const now = Date.now();
      for (const { media } of this.#live.values()) media?.turn(now);
    }, 5);
  }
  async open(): Promise<this> {
    await new Promise<void>((opened, failed) => {
      this.#socket.once('error', failed);
      this.#socket.bind(this.#o.port, this.#o.host, opened);
    });
    return this;
  }
  close(): void {
    clearInterval(this.#clock);
    for (const call of this.#live.values()) this.#end(call, 'vanished');
    this.#socket.close();
  }

  /** Calls going on now, of a number or all. */
  live = (number?: string): SipCall[] =>
    [...this.#live.values()].filter((one) => number === undefined || one.number === number);
  of = (number: string): SipCall[] => this.calls.filter((one) => one.number === number);

  /** An inbound call to the agency. */
  async callIn(from: string, to = '1600000001'): Promise<SipCall> {
    const { host, port, exchange } = this.#o;
    const voice = borrowerVoice(from);
    const media = await new Media(voice).open(host);
    const tag = fresh();
    const call = newCall({
      callId: fresh(),
      number: from,
      place: 'borrower',
      direction: 'in',
      voice,
      invite: '',
      media,
      tag,
      local: `<sip:${from}@${host}:${port}>;tag=${tag}`,
      remote: `<sip:${to}@${exchange.host}>`,
      target: `sip:${to}@${exchange.host}:${exchange.port}`,
    });
    call.invite = requestOf({
      method: 'INVITE',
      uri: call.target,
      via: `SIP/2.0/UDP ${host}:${port};branch=${call.branch};rport`,
      from: call.local,
      to: call.remote,
      callId: call.callId,
      sequence: 1,
      contact: `sip:${from}@${host}:${port}`,
      body: offerOf(host, media.port),
    });
    this.#keep(call);
    this.#send(call.invite);
    return call;
  }

  hangUp(call: SipCall): void {
    if (call.endedAt !== undefined) return;
    const isAsking = call.direction === 'in' && call.answeredAt === undefined;
    if (call.direction === 'out' && call.answeredAt === undefined) return this.#refuse(call, '486 Busy Here');
    this.#send(within(call, isAsking ? 'CANCEL' : 'BYE', this.#o));
    this.#end(call, 'us');
  }
  /** The phone loses its network: no more packets. */
  vanish(call: SipCall): void {
    this.#end(call, 'vanished');
  }
  press(call: SipCall, digit: string): void {
    call.media?.press(digit);
  }

  /** Sends REFER for this call; `referred` of the call is the response. */
  refer(call: SipCall, to: string): void {
    this.#send(within(call, 'REFER', { ...this.#o, extra: [`Refer-To: <${to}>`] }));
  }

  /** One key after the other, as fingers do. */
  type(call: SipCall, digits: string): void {
    for (const [i, digit] of digits.split('').entries())
      this.#after(call, i * keyMs, () => this.press(call, digit));
  }

  #send(message: string, to = this.#o.exchange): void {
    this.#socket.send(message, to.port, to.host);
  }
  #keep(call: SipCall): void {
    this.calls.push(call);
    this.#live.set(call.callId, call);
  }
  #end(call: SipCall, by: NonNullable<SipCall['endedBy']>): void {
    if (call.endedAt !== undefined) return;
    call.endedAt = Date.now();
    call.endedBy = by;
    call.timers.forEach(clearTimeout);
    call.media?.close();
    this.#live.delete(call.callId);
  }
  #after(call: SipCall, ms: number, work: () => void): void {
    const isOver = (): boolean => call.endedAt !== undefined;
    call.timers.push(setTimeout(() => isOver() || work(), ms / (this.#o.speed ?? 1)));
  }

  #take(message: string, from: { address: string; port: number }): void {
    if (message.trim() === '') return;
    const call = this.#live.get(header(message, 'Call-ID'));
    if (message.startsWith('SIP/2.0')) return this.#answered(message, call);
    const method = message.slice(0, message.indexOf(' '));
    if (method === 'INVITE') return void this.#rung(message, call);
    if (method === 'ACK') return;
    const back = { host: from.address, port: from.port };
    this.#send(answerTo(message, '200 OK', { ...(call && { tag: call.tag }) }), back);
    if (!call) return;
    if (method === 'BYE') this.#end(call, 'exchange');
    if (method === 'CANCEL' && call.answeredAt === undefined) {
      this.#send(answerTo(call.invite, '487 Request Terminated', { tag: call.tag }));
      this.#end(call, 'cancelled');
    }
  }

  /** A response to our request; only those to our INVITE matter. */
  #answered(message: string, call: SipCall | undefined): void {
    const status = Number(message.slice(8, 11));
    if (call && header(message, 'CSeq').endsWith('REFER') && status >= 200) call.referred = status;
    if (!call || !header(message, 'CSeq').endsWith('INVITE')) return;
    if (status < 200) {
      if (status >= 180) call.rangAt ??= Date.now();
      return;
    }
    call.remote = header(message, 'To');
    if (status < 300) call.target = addressIn(header(message, 'Contact'));
    const ack = within(call, 'ACK', this.#o);
    this.#send(status < 300 ? ack : ack.replace(/branch=[^;]+/, `branch=${call.branch}`));
    if (status >= 300) return this.#end(call, status);
    call.answeredAt ??= Date.now();
    call.media?.speakTo(mediaIn(message));
  }

  async #rung(message: string, before: SipCall | undefined): Promise<void> {
    if (this.#o.isDeaf?.()) return;
    // The same again, or where the sound should go has changed.
    if (before) {
      if (before.answeredAt === undefined) return;
      before.invite = message;
      before.media?.speakTo(mediaIn(message));
      return this.#accept(before);
    }
    const number = /^INVITE sip:([^@;>]+)/.exec(message)?.[1] ?? '';
    const place: Place = number.length < 7 ? 'agent' : number.startsWith('98777') ? 'own-phone' : 'borrower';
    const voice = place === 'borrower' ? borrowerVoice(number) : agentVoice(number);
    const call = newCall({
      callId: header(message, 'Call-ID'),
      number,
      place,
      direction: 'out',
      voice,
      invite: message,
      remote: header(message, 'From'),
      target: addressIn(header(message, 'Contact')),
    });
    call.local = `${header(message, 'To')};tag=${call.tag}`;
    this.#keep(call);
    this.#send(answerTo(message, '100 Trying'));
    call.media = await new Media(voice, this.#o.says?.(number)).open(this.#o.host);
    this.#behave(call);
  }

  #behave(call: SipCall): void {
    const { number, place } = call;
    const usual = place === 'agent' ? agentPlan : place === 'own-phone' ? ownPhonePlan : planOf;
    const plan = this.#o.planFor?.(number, place) ?? usual(number);
    if (plan.refuses) return this.#refuse(call, '503 Service Unavailable');
    let at = 0;
    for (const step of plan.steps) {
      at += step.afterMs;
      this.#after(call, at, () => {
        if (step.type === 'progress') this.#announce(call);
        if (step.type === 'ringing') this.#ring(call);
        if (step.type === 'answered') this.#pickUp(call, plan);
        if (step.type === 'ended') this.#over(call, step);
      });
    }
    if (plan.callsBackMs !== undefined)
      setTimeout(() => void this.callIn(number), plan.callsBackMs / (this.#o.speed ?? 1)).unref();
  }
  #ring(call: SipCall): void {
    call.rangAt ??= Date.now();
    if (call.answeredAt === undefined) this.#send(answerTo(call.invite, '180 Ringing', { tag: call.tag }));
  }
  #pickUp(call: SipCall, { presses, talkMs }: NumberPlan): void {
    call.answeredAt = Date.now();
    this.#accept(call);
    call.media?.speakTo(mediaIn(call.invite));
    if (presses) this.#after(call, 2000, () => this.press(call, presses));
    if (call.place === 'borrower' && talkMs > 0) this.#after(call, talkMs, () => this.hangUp(call));
  }
  #over(call: SipCall, { cause, sip, reason }: Extract<DialStep, { type: 'ended' }>): void {
    if (call.answeredAt !== undefined) return this.hangUp(call);
    const [status, extra] = refusals[cause ?? 16] ?? ['480 Temporarily Unavailable'];
    if (!sip) return this.#refuse(call, status, extra);
    const moved = sip < 400 ? `Contact: <${this.#o.redirectsTo || 'sip:1900@127.0.0.9'}>` : undefined;
    this.#refuse(call, `${sip} Refused`, reason === undefined ? moved : `Reason: Q.850;cause=${reason}`);
  }
  /** Early media before any ring. */
  #announce(call: SipCall): void {
    const body = offerOf(this.#o.host, call.media?.port ?? 0);
    const contact = `sip:peer@${this.#o.host}:${this.#o.port}`;
    this.#send(answerTo(call.invite, '183 Session Progress', { tag: call.tag, contact, body }));
    call.media?.speakTo(mediaIn(call.invite));
  }
  #refuse(call: SipCall, status: string, extra?: string): void {
    this.#send(answerTo(call.invite, status, { tag: call.tag, ...(extra && { extra }) }));
    this.#end(call, Number(status.slice(0, 3)));
  }
  #accept(call: SipCall): void {
    const { host, port } = this.#o;
    const body = offerOf(host, call.media?.port ?? 0);
    const contact = `sip:${userIn(call.local) || 'peer'}@${host}:${port}`;
    this.#send(answerTo(call.invite, '200 OK', { tag: call.tag, contact, body }));
  }
}
