import { localised } from '#text/locale.ts';

/** Public payment pages. Every payment language has all of these texts. */
export const payText = localised('pay', {
  languageName: 'English',
  language: 'Language',
  change: 'Change',
  title: 'Pay your loan',
  client: 'Client',
  needClient: 'Please select a client',
  go: 'Go',

  account: 'Account Details',
  loanNumber: 'Loan Number',
  lender: 'Lender Name',
  borrower: 'Borrower Name',
  receiver: 'Receiver Name',
  amount: 'Payment Amount',
  summary: 'Summary',
  loanInfo: 'Loan Info',
  pos: 'POS',
  posAbout: 'principal outstanding',
  tos: 'TOS',
  tosAbout: 'total outstanding',
  toPay: 'Amount to be Paid',
  proceed: 'Proceed to Pay',
  find: 'Find my loan',
  other: 'Another loan',
  part: 'You can pay a part of what is due.',
  digits: 'Last four digits of your registered mobile',
  digitsHint: 'Optional: shows what is due.',
  digitsWrong: 'These are not the last digits of the registered mobile.',

  needAmount: 'Payment Amount is required.',
  wrongAmount: 'Enter an amount in rupees, with two decimals at most.',
  tooMuch: (most: string) => `At most ${most} can be paid at once.`,
  above: 'This is more than is due.',
  sure: 'Pay more than is due',
  unknown: "Loan Number doesn't exist",
  complain: 'Make a complaint',
  mine: 'Your wishes, promises and receipts',
  expired: 'This link has expired or was already used. Ask for a new one.',
  tooMany: 'Too many tries. Please wait ten minutes.',
  proof:
    'Very many are asking just now. Type the loan number and the last four digits of its registered mobile, both as they are, or ask for a payment link.',
  noGateway: 'Payments are not possible here at the moment. Please try again later.',
  broke: 'Something went wrong. Nothing was paid. Please try again.',

  who: 'Who is asking?',
  whoLender: (lender: string) => `Recoup collects payments for ${lender} as its authorised partner.`,
  safe: 'You pay on the payment company’s own page. Nobody may ask you for your PIN, OTP or card number.',
  upi: 'Pay with a UPI app',
  upiOpen: 'Open UPI app',
  upiScan: 'Show QR code',
  upiId: 'UPI ID',
  copy: 'Copy',
  copied: 'Copied',
  upiNote: 'A payment by UPI is confirmed when the lender’s bank has reported it.',

  privacy: 'Privacy Policy',
  terms: 'Terms of Use',
  refund: 'Payment and Refund Policy',
  agree: 'I Agree',
  help: 'Help',
  rights: (year: string, name: string) => `© ${year} ${name}. All rights reserved.`,

  results: {
    initiated: 'Payment Initiated',
    pending: 'Payment Pending',
    failed: 'Payment Failed',
    success: 'Payment Success',
    reversed: 'Payment Reversed',
  },
  because: 'Payment Failed:',
  payAgain: 'Pay Again',
  download: 'Download Receipt',
  transactionId: 'Transaction ID',
  originalLender: 'Original Lender',
  date: 'Date',
  payer: 'Borrower',
  payee: 'Receiver',
  paid: 'Amount',
  undecided: 'The bank has not decided yet. Load this page again in a while; do not pay twice.',
  reload: 'Load again',
  footnote: (company: string) =>
    `This receipt is electronically authenticated. Recoup is an authorized collection partner of ${company}.`,
  unverified: 'This result could not be verified',
  unverifiedAbout: 'What this address says is not confirmed by our records. Check the payment by its code.',
  check: 'Check my payment',

  code: 'Verification code',
  verifyTitle: 'Check a receipt or letter',
  verify: 'Check',
  noReceipt: 'No receipt or letter has this code.',
  cancelledReceipt: 'This receipt was cancelled',

  onTheWay: 'Taking you to the payment page',
  proceedOn: 'Continue',
  notReached: 'The payment page could not be reached',
  again: 'Try again',
});
type Widened<W> = {
  [K in keyof W]: W[K] extends (...facts: never[]) => string
    ? W[K]
    : W[K] extends string
      ? string
      : Widened<W[K]>;
};
export type PayWords = Widened<typeof payText>;
