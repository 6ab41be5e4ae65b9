import * as z from 'zod/mini';
import { flag, id, optional, text } from '#kernel/contract/field.ts';

const words = optional(text({ max: 1000 }));
/** How a file of messages is sent: each channel that is chosen with its template (document 3, section 5). */
export const sendOptions = {
  smsSend: optional(flag()),
  smsTemplateId: optional(id('templates')),
  whatsAppSend: optional(flag()),
  whatsAppTemplateName: optional(text({ max: 60 })),
  ivrSend: optional(flag()),
  ivrDialerCampaignId: optional(id('templates')),
  ivrDialerCampaignName: optional(text({ max: 60 })),
  rcsSend: optional(flag()),
  rcsTemplateId: optional(id('templates')),
  /** Shown beside the choice; what goes out is the text of the template itself. */
  smsMessage: words,
  whatsAppMessage: words,
  rcsMessage: words,
};
const sendShape = z.object(sendOptions);
export type SendOptions = z.output<typeof sendShape>;
