import { forChannels } from '#kernel/contract/channels/channels.ts';
import { httpSms } from './http-sms.ts';
import { httpWhatsapp } from './http-whatsapp.ts';
import { type Post, mailCarrier } from './mail.ts';
import type { Carriers } from './port.ts';
import { noCarrier, simulatedCarrier } from './simulated.ts';

/** Carrier of each channel; without one it is simulated in a demo, and rejected in production. */
export function carriersOf(o: {
  smsUrl?: string;
  whatsappUrl?: string;
  /** The number has opted in to WhatsApp. */
  hasOptIn(mobile: string): Promise<boolean>;
  mailer: Post;
  isDemo: boolean;
}): Carriers {
  const other = o.isDemo ? simulatedCarrier : noCarrier;
  return {
    ...forChannels(() => other),
    ...(o.smsUrl && { sms: httpSms(o.smsUrl) }),
    ...(o.whatsappUrl && { whatsApp: httpWhatsapp(o.whatsappUrl, o.hasOptIn) }),
    email: mailCarrier(o.mailer),
  };
}
