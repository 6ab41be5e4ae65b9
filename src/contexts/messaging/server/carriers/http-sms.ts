/** SMS over plain HTTP: every text goes under the sender's header and an approved template (DLT, India). */
import { carrierAt } from './http-carrier.ts';
import { type Carrier, Undeliverable } from './port.ts';

/**
 * `url` as `https://token@sms.example.in/send?entity=1101…&header=RECOUP&payment-link=1107…`: the token is sent as
 * a bearer, the entity and the header with every text, and each purpose has the template its words are approved under.
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
