/** SIP messages as text, as far as a telephone that always behaves needs them. Pure. */
import { randomBytes } from 'node:crypto';

export const fresh = (): string => randomBytes(6).toString('hex');

export const header = (message: string, name: string): string =>
  new RegExp(`^${name}\\s*:\\s*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
const headers = (message: string, name: string): string[] =>
  [...message.matchAll(new RegExp(`^${name}\\s*:\\s*(.*)$`, 'gim'))].map(([, value = '']) => value.trim());

export const addressIn = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value;
export const userIn = (value: string): string => /sips?:([^@;>]+)@/.exec(value)?.[1] ?? '';

const text = (first: string, lines: readonly string[], body: string): string =>
  [
    first,
    ...lines,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');

const same = ['From', 'Call-ID', 'CSeq'];
/** An answer to a request; `tag` names our end of the call. */
export function answerTo(
  request: string,
  status: string,
  o: { tag?: string; contact?: string; body?: string; extra?: string } = {},
): string {
  const to = header(request, 'To');
  return text(
    `SIP/2.0 ${status}`,
    [
      ...headers(request, 'Via').map((via) => `Via: ${via}`),
      ...same.map((name) => `${name}: ${header(request, name)}`),
      `To: ${o.tag && !to.includes('tag=') ? `${to};tag=${o.tag}` : to}`,
      ...(o.contact ? [`Contact: <${o.contact}>`] : []),
      ...(o.extra ? [o.extra] : []),
    ],
    o.body ?? '',
  );
}

export interface Request {
  method: string;
  uri: string;
  via: string;
  from: string;
  to: string;
  callId: string;
  sequence: number;
  contact: string;
  body?: string;
  extra?: readonly string[];
}
export const requestOf = (o: Request): string =>
  text(
    `${o.method} ${o.uri} SIP/2.0`,
    [
      `Via: ${o.via}`,
      'Max-Forwards: 70',
      `From: ${o.from}`,
      `To: ${o.to}`,
      `Call-ID: ${o.callId}`,
      `CSeq: ${o.sequence} ${o.method}`,
      `Contact: <${o.contact}>`,
      ...(o.extra ?? []),
    ],
    o.body ?? '',
  );

/** DTMF by RFC 4733, payload 101. */
export const offerOf = (host: string, port: number): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${host}`,
    's=-',
    `c=IN IP4 ${host}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n');

export const mediaIn = (message: string): { host: string; port: number } => ({
  host: /^c=IN IP4 ([\d.]+)/m.exec(message)?.[1] ?? '127.0.0.1',
  port: Number(/^m=audio (\d+)/m.exec(message)?.[1] ?? 0),
});
