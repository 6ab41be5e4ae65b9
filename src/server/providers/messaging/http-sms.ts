/** SMS over plain HTTP: every text goes under the sender's header and an approved template (DLT, India). */
import { type Accepted, type Carrier, type CarrierStatus, Undeliverable } from './port.ts';

const patience = 10_000;
const words: Readonly<Record<string, CarrierStatus>> = {
  delivered: 'delivered',
  delivrd: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
  undeliv: 'failed',
  rejected: 'failed',
};

/**
 * `url` as `https://token@sms.example.in/send?entity=1101…&header=RECOUP&payment-link=1107…`: the token is sent as
 * a bearer, the entity and the header with every text, and each purpose has the template its words are approved under.
 */
export function httpSms(url: string): Carrier {
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
    // What the carrier calls wrong stays wrong; what it is too busy for is tried again.
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new Undeliverable(`The carrier refused it: ${response.status}`);
    if (!response.ok) throw new Error(`carrier answered ${response.status}`);
    return told;
  };
  return {
    async send({ id, to, text, purpose, templateId }): Promise<Accepted> {
      const template = templateId ?? searchParams.get(purpose);
      if (!template) throw new Undeliverable(`No approved template is set for ${purpose}.`);
      const body = JSON.stringify({
        to: `91${to}`,
        text,
        entityId: searchParams.get('entity'),
        header: searchParams.get('header'),
        templateId: template,
        reference: String(id),
      });
      const told = await ask(place, { method: 'POST', body });
      const reference = told.id ?? told.messageId;
      if (typeof reference !== 'string' && typeof reference !== 'number')
        throw new Error('the carrier gave no number for the message');
      return { reference: String(reference), status: 'sent' };
    },
    async statusOf(reference) {
      const { status } = await ask(`${place}/${encodeURIComponent(reference)}`, { method: 'GET' });
      return typeof status === 'string' ? (words[status.toLowerCase()] ?? 'sent') : undefined;
    },
  };
}
