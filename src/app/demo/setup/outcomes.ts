/** The disposition tree of the demo: what can come of a contact. Ids 1 to 4 are the migration's (G087). */

export interface Outcome {
  id: number;
  name: string;
  priority: number;
  /** Answered; otherwise the call was not. */
  isAnswered: boolean;
  /** Who answered; the borrower by default. */
  spokenTo?: 'other' | 'wrong';
  /** Only for these kinds of lenders, otherwise for all. */
  onlyMicrofinance?: boolean;
  subs: readonly { id: number; name: string; priority: number }[];
  comments: readonly string[];
}

let nextId = 100;
const node = (given: Omit<Outcome, 'id' | 'subs'> & { id?: number; subs: readonly string[] }): Outcome => ({
  ...given,
  id: given.id ?? nextId++,
  subs: given.subs.map((name, i) => ({ id: nextId++, name, priority: i + 1 })),
});

export const ptp = node({
  id: 1,
  name: 'PTP',
  priority: 10,
  isAnswered: true,
  subs: ['Full Amount', 'One EMI', 'Part Payment', 'After Salary'],
  comments: [
    'Will pay by UPI',
    'Salary is due, will pay the same day',
    'भुगतान का वादा किया है',
    'Asked for two more days, then will pay at the branch',
  ],
});
export const followup = node({
  id: 2,
  name: 'Followup',
  priority: 20,
  isAnswered: true,
  subs: ['Call Back Requested', 'Third Party Answered', 'Wants Statement', 'Field Visit Needed'],
  comments: [
    'Busy, asked to call back in the evening',
    'Spouse answered, will inform',
    'Wants the statement of account before paying',
    'Crop money is expected after harvest',
    'कल दोबारा फ़ोन करना है',
  ],
});
export const finalSettlement = node({
  id: 3,
  name: 'FinalSettlement',
  priority: 30,
  isAnswered: true,
  subs: ['One Time', 'In Instalments'],
  comments: ['Wants to close the loan with one payment', 'Family agrees to a settlement, letter requested'],
});
export const payment = node({
  id: 4,
  name: 'Payment',
  priority: 5,
  isAnswered: true,
  subs: ['Full Payment', 'Part Payment'],
  comments: [
    'Paid, reference number given',
    'Paid online while on the call',
    'Payment confirmed by the borrower',
  ],
});
export const callBackLater = node({
  name: 'Request Call Back',
  priority: 40,
  isAnswered: true,
  subs: ['Driving', 'At Work', 'In Hospital'],
  comments: ['Driving, asked to call after some time', 'Call back tomorrow'],
});
export const dispute = node({
  name: 'Dispute',
  priority: 50,
  isAnswered: true,
  subs: ['Already Paid', 'Amount Not Agreed', 'Loan Not Taken'],
  comments: [
    "Says the instalment was paid to the earlier officer, doesn't have a receipt",
    'Does not agree with the charges',
  ],
});
export const refused = node({
  name: 'Refused to Pay',
  priority: 60,
  isAnswered: true,
  subs: ['No Income', 'Not Willing', 'Waiting for Waiver'],
  comments: ['Says there is no work since two months', 'Not willing to pay, asks for a waiver'],
});
export const meetingMissed = node({
  name: 'Centre Meeting Missed',
  priority: 65,
  isAnswered: true,
  onlyMicrofinance: true,
  subs: ['Out of Village', 'Group Unwilling'],
  comments: ['Was out of the village on the meeting day', 'Group leader will collect at the next meeting'],
});
export const deceased = node({
  name: 'Deceased',
  priority: 70,
  isAnswered: true,
  spokenTo: 'other',
  subs: ['Insurance Claim', 'Family Informed'],
  comments: [
    'Family says the borrower passed away, asked for papers when they can',
    'Claim papers are with the branch',
  ],
});
export const doNotCall = node({
  name: 'Do Not Call',
  priority: 75,
  isAnswered: true,
  subs: ['Written Request', 'Asked on Call'],
  comments: ['Asked not to be called again; will answer letters only'],
});
export const wrongNumber = node({
  name: 'Wrong Number',
  priority: 80,
  isAnswered: true,
  spokenTo: 'wrong',
  subs: ['Not Known', 'Number Changed'],
  comments: ['Does not know the borrower', 'Number now belongs to somebody else'],
});
export const ringing = node({
  name: 'Ringing No Response',
  priority: 90,
  isAnswered: false,
  subs: ['Full Ring', 'Cut by Borrower'],
  comments: ['', '', 'No response'],
});
export const switchedOff = node({
  name: 'Switched Off',
  priority: 95,
  isAnswered: false,
  subs: ['Switched Off', 'Not Reachable', 'Out of Service'],
  comments: ['', 'Switched off since yesterday'],
});

export const outcomes: readonly Outcome[] = [
  ptp,
  followup,
  finalSettlement,
  payment,
  callBackLater,
  dispute,
  refused,
  meetingMissed,
  deceased,
  doNotCall,
  wrongNumber,
  ringing,
  switchedOff,
];
