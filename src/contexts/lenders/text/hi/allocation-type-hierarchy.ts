import type { allocationTypeHierarchyText } from '../en/allocation-type-hierarchy.ts';
import type { Overlay } from '#text/locale.ts';

export const allocationTypeHierarchyHindi: Overlay<typeof allocationTypeHierarchyText> = {
  title: 'आवंटन क्रम',
  one: 'आवंटन क्रम',
  created: 'आवंटन क्रम जोड़ा गया',
  updated: 'आवंटन क्रम बदला गया',
  client: 'ऋणदाता',
  portfolio: 'पोर्टफोलियो',
  allocationType: 'आवंटन प्रकार',
  owner: 'ज़िम्मेदार',
  month: 'महीना',
  year: 'साल',
  target: 'लक्ष्य',
  empty: 'अभी कोई लक्ष्य नहीं। तय करें कि किसी पोर्टफोलियो का हर आवंटन महीने में कितना लाए।',
};
