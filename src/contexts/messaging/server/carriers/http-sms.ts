/** SMS by HTTP: every text has the sender's header and an approved template (DLT, India). */
import { carrierAt } from './http-carrier.ts';
import { type Carrier, Undeliverable } from './port.ts';

/**
 * `url` as `https://token@sms.example.in/send?entity=1101…&header=RECOUP&payment-link=1107…`: the token is sent as
 * bearer, entity and header with every text, and each purpose has the template of its approved text.
 */
export function httpSms(url: string): Carrier {
  const { searchParams, send, statusOf } = carrierAt(url);
  return {
    async send({ id, to, text, purpose, templateId }) {
      const template = templateId ?? searchParams.get(purpose);
      if (!template) throw new Undeliverable(`No approved template is set for ${purpose}.`);
      return send({
        to: `91${to}`,
        text,
        entityId: searchParams.get('entity'),
        header: searchParams.get('header'),
        templateId: template,
        reference: String(id),
      });
    },
    statusOf,
  };
}
