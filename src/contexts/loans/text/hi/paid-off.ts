import type { paidOffText } from '../en/paid-off.ts';
import type { Overlay } from '#text/locale.ts';

export const paidOffHindi: Overlay<typeof paidOffText> = {
  over: (day, isSettled) => (isSettled ? `${day} को सेटल हुआ` : `${day} को पूरा चुकाया गया`),
};
