/** WhatsApp by HTTP API: an approved template per purpose, and only to numbers with an opt-in. */
import { carrierAt } from './http-carrier.ts';
import { type Carrier, Undeliverable } from './port.ts';

/**
 * `url` as `https://token@wa.example.in/messages?from=919000000000&payment-link=pay_link`: the token is sent as bearer,
 * the sender with every message, and each purpose has the template of its approved text.
 */
export function httpWhatsapp(url: string, hasOptIn: (mobile: string) => Promise<boolean>): Carrier {
  const { searchParams, send, statusOf } = carrierAt(url);
  return {
    async send({ id, to, text, purpose, templateId }) {
      const template = templateId ?? searchParams.get(purpose);
      if (!template) throw new Undeliverable(`No approved template is set for ${purpose}.`);
      if (!(await hasOptIn(to))) throw new Undeliverable('Nobody at this number agreed to WhatsApp.');
      return send({
        to: `91${to}`,
        from: searchParams.get('from'),
        template,
        text,
        reference: String(id),
      });
    },
    statusOf,
  };
}
