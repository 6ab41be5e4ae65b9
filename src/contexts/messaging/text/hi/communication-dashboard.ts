import type { communicationDashboardText } from '../en/communication-dashboard.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

export const communicationDashboardHindi: Overlay<typeof communicationDashboardText> = {
  title: 'संदेश डैशबोर्ड',
  empty: 'इन दिनों इस माध्यम पर कोई संदेश नहीं। फ़ाइल स्क्रीन पर उनकी फ़ाइल अपलोड करें।',
  cardsLabel: 'माध्यम',
  total: 'कुल',
  show: (channel, status) => `${channel} दिखाएँ: ${status}`,
  tabs: { performance: 'काम', communications: 'संदेश' },
  tabsLabel: 'डैशबोर्ड',
  portfolio: 'पोर्टफोलियो',
  agent: 'एजेंट',
  allocationType: 'आवंटन प्रकार',
  users: 'उपयोगकर्ता',
  paymentStatus: 'भुगतान स्थिति',
  paymentHistory: 'भुगतान इतिहास',
  responseType: 'जवाब का प्रकार',
  responses: { 'Request Call Back': 'वापस कॉल करें', 'Ready to Pay': 'भुगतान को तैयार' },
  dateOn: 'किसकी तारीख',
  dates: { createdAt: 'बनने की', updatedAt: 'पिछले बदलाव की' },
  thisMonth: 'इस महीने',
  actions: { allocate: 'आवंटन दें', inactive: 'लोन निष्क्रिय करें' },
  template: 'टेम्पलेट',
  noTemplate: 'इस माध्यम का कोई सक्रिय टेम्पलेट नहीं है। टेम्पलेट स्क्रीन पर एक जोड़ें।',
  loans: (count) => plural('hi', count, { one: '# लोन', other: '# लोन' }),
  costs: (amount) => `सेवा देने वालों की सामान्य दर पर लगभग ${amount}।`,
  askInactive: 'इन लोन पर अब काम नहीं होता: वे सक्रिय उधारकर्ताओं की हर सूची से हट जाते हैं।',
  sent: (sent, left) =>
    `${sent.toLocaleString('en-IN')} भेजे जाएँगे${left > 0 ? `; ${left.toLocaleString('en-IN')} लोन को अभी नहीं` : ''}`,
  deactivated: (count) => plural('hi', count, { one: '# लोन अब निष्क्रिय है', other: '# लोन अब निष्क्रिय हैं' }),
  allocated: (count) => plural('hi', count, { one: '# लोन आवंटित हुआ', other: '# लोन आवंटित हुए' }),
};
