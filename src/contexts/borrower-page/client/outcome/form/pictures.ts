/** Picture of a disposition: the four with a form by id, others by name. */
import {
  type Icon as TablerIcon,
  IconAlertTriangle,
  IconCalendarCheck,
  IconCash,
  IconClockPause,
  IconDiscount,
  IconMessageExclamation,
  IconPencil,
  IconPhoneCall,
  IconPhoneOff,
  IconPhoneX,
  IconUserOff,
  IconUserX,
} from '@tabler/icons-react';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';

const byId: Readonly<Record<number, TablerIcon>> = {
  [dispositionIds.PTP]: IconCalendarCheck,
  [dispositionIds.Followup]: IconPhoneCall,
  [dispositionIds.FinalSettlement]: IconDiscount,
  [dispositionIds.Payment]: IconCash,
};
const byName: readonly (readonly [RegExp, TablerIcon])[] = [
  [/no answer|not answer|rnr|ringing/i, IconPhoneX],
  [/switch|off|unreach|not reach|busy/i, IconPhoneOff],
  [/dispute|complain/i, IconMessageExclamation],
  [/refuse|rtp|not willing/i, IconUserX],
  [/wrong|invalid|death|dead|deceased/i, IconUserOff],
  [/call ?back|later|follow/i, IconClockPause],
  [/paid|payment/i, IconCash],
  [/fraud|legal|skip/i, IconAlertTriangle],
];
export const pictureOf = (id: number, name: string): TablerIcon =>
  byId[id] ?? byName.find(([word]) => word.test(name))?.[1] ?? IconPencil;
