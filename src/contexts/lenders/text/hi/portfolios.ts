import type { portfoliosText } from '../en/portfolios.ts';
import type { Overlay } from '#text/locale.ts';

export const portfoliosHindi: Overlay<typeof portfoliosText> = {
  title: 'पोर्टफोलियो',
  one: 'पोर्टफोलियो',
  created: 'पोर्टफोलियो जोड़ा गया',
  updated: 'पोर्टफोलियो बदला गया',
  failed: 'कुछ गड़बड़ हो गई',
  portfolio: 'पोर्टफोलियो',
  name: 'पोर्टफोलियो का नाम',
  client: 'ऋणदाता',
  owner: 'पोर्टफोलियो के ज़िम्मेदार',
  contactNumber: 'संपर्क नंबर',
  agreementDate: 'समझौते की तारीख',
  commercials: 'शुल्क की शर्तें',
  maxWaiver: 'अधिकतम छूट',
  colour: 'रंग',
  hasAutopay: 'किस्तों का ऑटोपे (यूपीआई)',
  active: 'सक्रिय',
  inactive: 'निष्क्रिय',
  targets: 'लक्ष्य',
  noTargets: 'इस पोर्टफोलियो का अभी कोई लक्ष्य नहीं है।',
  empty: 'अभी कोई पोर्टफोलियो नहीं। जो आपके ऋणदाताओं ने सौंपा है, उसे जोड़ें।',
};
