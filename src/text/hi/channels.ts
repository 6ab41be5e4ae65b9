import type { channelsText } from '../en/channels.ts';
import type { Overlay } from '#text/locale.ts';

export const channelsHindi: Overlay<typeof channelsText> = {
  whatsApp: {
    name: 'व्हाट्सऐप',
    picker: 'व्हाट्सऐप टेम्पलेट',
    needed: 'व्हाट्सऐप टेम्पलेट चुनें!',
    act: 'व्हाट्सऐप भेजें',
  },
  sms: {
    name: 'एसएमएस',
    picker: 'एसएमएस टेम्पलेट',
    needed: 'एसएमएस टेम्पलेट चुनें!',
    act: 'एसएमएस भेजें',
  },
  ivr: {
    name: 'आईवीआर',
    picker: 'आईवीआर टेम्पलेट',
    needed: 'आईवीआर टेम्पलेट चुनें!',
    act: 'आईवीआर शुरू करें',
  },
  rcs: {
    name: 'आरसीएस',
    picker: 'आरसीएस टेम्पलेट',
    needed: 'आरसीएस टेम्पलेट चुनें!',
    act: 'आरसीएस भेजें',
  },
  others: { email: 'ई-मेल', call: 'कॉल', visit: 'विज़िट' },
};
