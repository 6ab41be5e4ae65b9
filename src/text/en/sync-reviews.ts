import { localised } from '../locale.ts';

/** Commands by the names of their endpoints; one that is not here is said as it is. */
const commands: Readonly<Record<string, string>> = {
  'borrower-dispositions.record': 'Disposition',
  'settlements.request': 'Settlement',
};
const fields: Readonly<Record<string, string>> = {
  amount: 'Amount',
  actionDate: 'Date',
  ptpDate: 'PTP Date',
  paymentDate: 'Payment Date',
  settlementDate: 'Settlement Date',
  followUpDate: 'Follow Up Date',
  comments: 'Comments',
  isHotPtp: 'Hot PTP',
  transactionId: 'Transaction ID',
  paymentMode: 'Payment Mode',
  mobile: 'Mobile',
};

export const syncReviewsText = localised('sync-reviews', {
  title: 'Review queue',
  empty:
    'Nothing waits for a decision. Entries that came late from a phone and cannot be applied as they are stand here.',
  loanNumber: 'Loan Number',
  noLoan: 'Not yours to see',
  borrower: 'Borrower',
  author: 'Written by',
  entry: 'Entry',
  reason: 'Reason',
  writtenAt: 'Written at',
  arrivedAt: 'Arrived at',
  state: 'Status',
  states: { open: 'To decide', accepted: 'Accepted', rejected: 'Rejected' },
  look: 'Look at it',
  lookAt: (loan: string) => `Look at the entry of ${loan}`,
  written: 'What was written',
  disposition: 'Disposition',
  subDisposition: 'Sub disposition',
  differs: 'Where it differs',
  field: 'Field',
  wanted: 'Written',
  found: 'Now',
  authorSays: 'Its author says',
  refusedWith: 'Recoup said',
  note: 'Note',
  noteNeeded: 'Say why it is rejected',
  accept: 'Accept',
  acceptAbout: 'It is carried out as its author’s, for the time they wrote it.',
  reject: 'Reject',
  accepted: 'Entry accepted',
  rejected: 'Entry rejected',
  failed: 'Something went wrong!',
  decidedBy: (who: string, when: string) => `${who}, ${when}`,
  command: (name: string) => commands[name] ?? name,
  fieldName: (name: string) => fields[name] ?? name,
});
