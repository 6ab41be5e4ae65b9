/** Heading terms, and contradicting ones. Pure. */

const noAmount =
  'RATE|PERCENT|PERCENTAGE|PCT|ROI|IRR|RATIO|DATE|DAYS?|STATUS|TYPE|CODE|FLAG|NPA|BUCKET|CATEGORY|NUMBER|COUNT|TENURE|MONTHS?';
const otherMoney =
  'OVERDUE|SCHEDULED?|ARREARS?|PAID|RECEIVED|COLLECTED|COLLECTION|CHARGES?|PENAL|PENALTY|FEES?|NEXT|LAST|LATE|BOUNCE|TARGET|WRITEOFF|WRITTEN|LIMIT|INCOME|SALARY';
const wordsOfAnother = (words: string): RegExp => new RegExp(`(^| )(${words})( |$)`);
/** A column with one of these terms is never matched, whatever the similarity. */
export const contradictions: Readonly<Record<string, RegExp>> = {
  loanNumber: wordsOfAnother(
    'MOBILE|AMOUNT|TYPE|DATE|NAME|STATUS|BENEFICIARY|VIRTUAL|SAVINGS|OLD|IFSC|PRODUCT|OFFICER|AGENT|BRANCH|DAYS?|TENURE|RATE',
  ),
  name: wordsOfAnother(
    'FATHERS?|MOTHERS?|SPOUSE|HUSBAND|WIFE|BRANCH|SUPPLIER|AGENT|PRODUCT|SCHEME|NOMINEE|GUARANTOR|CO|COAPPLICANT|COBORROWER|REFERENCE|CITY|STATE|VILLAGE|CENTER|CENTRE|GROUP|DEALER|FILE|USER|OFFICER|MANAGER|EMPLOYER|COMPANY|EXECUTIVE|ID|NUMBER|CODE',
  ),
  mobile: wordsOfAnother(
    'ALTERNATE|ALT|OTHER|OFFICE|REFERENCE|GUARANTOR|NOMINEE|AGENT|BRANCH|OFFICER|SECONDARY|OLD|2|3|DATE|EXECUTIVE|MANAGER',
  ),
  alternateContact1: wordsOfAnother('AGENT|BRANCH|OFFICER|EXECUTIVE|MANAGER|GUARANTOR'),
  principalOutstanding: wordsOfAnother(`${noAmount}|${otherMoney}|INTEREST|EMI|INSTALMENT`),
  totalOutstanding: wordsOfAnother(`${noAmount}|${otherMoney}|INTEREST|PRINCIPAL|EMI|INSTALMENT`),
  loanAmount: wordsOfAnother(`${noAmount}|${otherMoney}|OUTSTANDING|EMI|INTEREST`),
  emiAmount: wordsOfAnother(`${noAmount}|OVERDUE|PENDING|BOUNCE|TOTAL|PAID|START`),
  interestOutstanding: wordsOfAnother(`${noAmount}|${otherMoney}|PRINCIPAL`),
  maxSettlementAmount: wordsOfAnother(noAmount),
  amount: wordsOfAnother(`${noAmount}|OVERDUE|SCHEDULED?|OUTSTANDING|CHARGES?|DUE|EMI|LOAN`),
  dob: wordsOfAnother(
    'NPA|DUE|DISBURSEMENT|DISBURSED|OPENING|LAST|NEXT|PAYMENT|FIRST|START|END|MATURITY|SANCTION|LOAN|AGREEMENT',
  ),
  emiStartDate: wordsOfAnother(
    'BIRTH|NPA|DISBURSEMENT|DISBURSED|PAYMENT|LAST|END|MATURITY|SANCTION|CLOSING|AMOUNT|DAYS?',
  ),
  paymentDate: wordsOfAnother('BIRTH|DUE|DISBURSEMENT|NPA|MATURITY|SANCTION|START'),
  totalEmi: wordsOfAnother('AMOUNT|PAID|DATE|OVERDUE|PENDING|BOUNCE|BALANCE'),
  dpd: wordsOfAnother('AMOUNT|DATE|BUCKET|OPENING|TOTAL|BALANCE'),
  pincode: wordsOfAnother('OFFICE|BRANCH'),
  clientBorrowerId: wordsOfAnother('NAME|MOBILE|AMOUNT|DATE'),
};

const tokens: Readonly<Record<string, string>> = {
  NR: 'NUMBER',
  NO: 'NUMBER',
  NOS: 'NUMBER',
  NUM: 'NUMBER',
  AMT: 'AMOUNT',
  DT: 'DATE',
  ZIP: 'PINCODE',
  POSTCODE: 'PINCODE',
  PHONE: 'MOBILE',
  PH: 'MOBILE',
  MOB: 'MOBILE',
  CELL: 'MOBILE',
  TELEPHONE: 'MOBILE',
  TEL: 'MOBILE',
  CONTACT: 'MOBILE',
  CUSTOMER: 'BORROWER',
  CUST: 'BORROWER',
  BANK: 'SUPPLIER',
  LENDER: 'SUPPLIER',
  ACC: 'ACCOUNT',
  ACCT: 'ACCOUNT',
  AC: 'ACCOUNT',
  TXN: 'TRANSACTION',
  REF: 'REFERENCE',
  PRIN: 'PRINCIPAL',
  PRINC: 'PRINCIPAL',
  INT: 'INTEREST',
  OS: 'OUTSTANDING',
  OUTSTD: 'OUTSTANDING',
  BAL: 'BALANCE',
  INSTALLMENT: 'INSTALMENT',
  INSTALMENTS: 'INSTALMENT',
  INSTALLMENTS: 'INSTALMENT',
  EMIS: 'EMI',
};
const empty = new Set(['OF', 'THE', 'IN', 'AND', 'RS', 'INR', 'AS', 'ON']);

/** Terms of a heading, with abbreviations expanded. */
export const headingWords = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toUpperCase()
    .replace(/\bO\s?\/\s?S\b/g, 'OS')
    .replace(/\bA\s?\/\s?C\b/g, 'ACCOUNT')
    .replace(/%/g, ' PERCENT ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => tokens[word] ?? word)
    .filter((word) => word !== '' && !empty.has(word));
