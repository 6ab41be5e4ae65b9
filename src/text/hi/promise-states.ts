import type { promiseStatesText } from '../en/promise-states.ts';
import type { Overlay } from '#text/locale.ts';

export const promiseStatesHindi: Overlay<typeof promiseStatesText> = {
  open: 'बाकी',
  kept: 'निभाया',
  part_kept: 'आंशिक निभाया',
  broken: 'टूटा',
  void_inactive: 'निगरानी नहीं',
  deposit_awaited: 'नकद मिला, जमा होना बाकी',
  confirmation_awaited: 'भुगतान बताया गया, पुष्टि बाकी',
};
