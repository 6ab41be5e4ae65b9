import type { channelsText } from '../en/channels.ts';
import type { Overlay } from '#text/locale.ts';

export const channelsHindi: Overlay<typeof channelsText> = {
  whatsApp: { name: 'व्हाट्सऐप' },
  sms: { name: 'एसएमएस' },
  ivr: { name: 'आईवीआर' },
  rcs: { name: 'आरसीएस' },
  others: { email: 'ई-मेल', call: 'कॉल', visit: 'विज़िट' },
};
