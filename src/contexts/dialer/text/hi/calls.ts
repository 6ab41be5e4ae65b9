import type { callsText } from '../en/calls.ts';
import type { Overlay } from '#text/locale.ts';

/** What an agent sees; the tracker is for desks. */
export const callsHindi: Overlay<typeof callsText> = {
  title: 'कॉल',
  empty: 'इन दिनों कोई कॉल नहीं हुई। कॉल लगते ही यहाँ दिखेगी।',
  inboundTitle: 'इनबाउंड कॉल',
  inboundEmpty: 'इन दिनों किसी ने कॉल नहीं किया। आने वाली कॉल यहाँ दिखेंगी।',
  loanNumber: 'लोन नंबर',
  borrower: 'उधारकर्ता',
  borrowerId: 'उधारकर्ता आईडी',
  callDate: 'कॉल की तारीख',
  startTime: 'शुरू',
  endTime: 'समाप्त',
  callStartTime: 'कॉल शुरू',
  callEndTime: 'कॉल समाप्त',
  talkTime: 'बातचीत',
  callStatus: 'कॉल की स्थिति',
  agent: 'एजेंट',
  user: 'किसने ली',
  users: 'लोग',
  date: 'तारीख',
  unknown: 'अनजान नंबर',
};
