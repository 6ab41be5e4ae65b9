/** Generic HTTP carrier with a bearer token: requests, and meanings of responses. */
import { type Accepted, type CarrierStatus, Undeliverable } from './port.ts';

const patience = 10_000;
const words: Readonly<Record<string, CarrierStatus>> = {
  delivered: 'delivered',
  delivrd: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  undeliv: 'failed',
  rejected: 'failed',
};

export function carrierAt(url: string) {
  const { origin, pathname, searchParams, username } = new URL(url);
  const place = origin + pathname;
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${decodeURIComponent(username)}`,
  };
  const ask = async (to: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const response = await fetch(to, { ...init, headers, signal: AbortSignal.timeout(patience) });
    const body: unknown = await response.json().catch(() => ({}));
    const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    // A client error is permanent; an overload is retried.
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new Undeliverable(`The carrier refused it: ${response.status}`);
    if (!response.ok) throw new Error(`carrier answered ${response.status}`);
    return told;
  };
  return {
    searchParams,
    async send(said: object): Promise<Accepted> {
      const told = await ask(place, { method: 'POST', body: JSON.stringify(said) });
      const reference = told.id ?? told.messageId;
      if (typeof reference !== 'string' && typeof reference !== 'number')
        throw new Error('the carrier gave no number for the message');
      return { reference: String(reference), status: 'sent' };
    },
    async statusOf(reference: string): Promise<CarrierStatus | undefined> {
      const { status } = await ask(`${place}/${encodeURIComponent(reference)}`, { method: 'GET' });
      return typeof status === 'string' ? (words[status.toLowerCase()] ?? 'sent') : undefined;
    },
  };
}
