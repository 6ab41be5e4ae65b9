import type { switchOffText } from '../en/switch-off.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

export const switchOffHindi: Overlay<typeof switchOffText> = {
  handOver: 'लोन इन्हें सौंपें',
  handOverNow: 'सौंपें',
  handedOver: (count) => plural('hi', count, { one: '# लोन सौंपा गया', other: '# लोन सौंपे गए' }),
};
