import { httpSms } from './http-sms.ts';
import { httpWhatsapp } from './http-whatsapp.ts';
import { type Post, mailCarrier } from './mail.ts';
import type { Carrier, Channel } from './port.ts';
import { noCarrier, simulatedCarrier } from './simulated.ts';

/** Who carries which channel here: what is not set up is simulated in a demo, and refused anywhere else. */
export function carriersOf(o: {
  smsUrl?: string;
  whatsappUrl?: string;
  /** Somebody at this number agreed to WhatsApp. */
  hasOptIn(mobile: string): Promise<boolean>;
  mailer: Post;
  isDemo: boolean;
}): Readonly<Record<Channel, Carrier>> {
  const other = o.isDemo ? simulatedCarrier : noCarrier;
  return {
    sms: o.smsUrl ? httpSms(o.smsUrl) : other,
    whatsApp: o.whatsappUrl ? httpWhatsapp(o.whatsappUrl, o.hasOptIn) : other,
    rcs: other,
    ivr: other,
    email: mailCarrier(o.mailer),
  };
}
