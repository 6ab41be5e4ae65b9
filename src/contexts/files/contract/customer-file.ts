/** The columns of a customer file: one definition for the parser, the sample and the help (G143). */
export type ColumnKind =
  | 'text'
  | 'loan number'
  | 'amount'
  | 'count'
  | 'date'
  | 'mobile'
  | 'agent'
  | 'allocation type'
  | 'status'
  | 'channel'
  | 'reference'
  | 'pan'
  | 'pincode'
  | 'state'
  | 'name';
export interface FileColumn {
  /** The name of the value inside. */
  key: string;
  header: string;
  /** Alternative column names of lenders; case, spaces and underscores are ignored. */
  aliases?: readonly string[];
  kind: ColumnKind;
  required?: boolean;
  max?: number;
  /** A zero amount is empty. */
  isPositive?: boolean;
  /** Received money: suffix `Cr` is valid and `Dr` is not; for balances the reverse. */
  isReceived?: boolean;
  /** A day of birth: years of two figures are of the last century. */
  isBirth?: boolean;
  /** Any number of ten digits, also one that is no mobile. */
  isAnyNumber?: boolean;
  /** Stored encrypted, with a masked form. */
  sealed?: 'pan' | 'aadhaar';
  /** A file may lack it if the uploader confirms so: its value is derived from the other columns. */
  canDerive?: boolean;
  /** Field for the received text, if its canonical form differs. */
  received?: string;
  /** An unreadable cell is left empty, and the row imported; not where an empty cell has a meaning. */
  isSpare?: boolean;
  /** Largest value that can be true; of amounts in paise. */
  most?: number;
  /** Figures alone are a cell of another column. */
  needsLetter?: boolean;
  /** Several rows may have the same: one loan has many payments. */
  isRepeated?: boolean;
  /** Unit of a number: its name may follow the digits. */
  unit?: 'days' | 'instalments';
  /** The key of the column that gets the second of two numbers in one cell, where it is empty. */
  second?: string;
  example: string;
  about: string;
}

const text = (
  key: string,
  header: string,
  example: string,
  about: string,
  o: Partial<Pick<FileColumn, 'max' | 'aliases' | 'kind' | 'sealed' | 'needsLetter'>> = {},
): FileColumn => ({ key, header, kind: 'text', isSpare: true, example, about, max: 120, ...o });
/** Rs 500 crore: more is a number in the wrong column, such as a mobile. */
const mostOwed = 5e11;
const amount = (key: string, header: string, about: string, aliases: readonly string[] = []): FileColumn => ({
  key,
  header,
  aliases,
  kind: 'amount',
  isSpare: true,
  most: mostOwed,
  example: '1,23,456.78',
  about,
});

export const customerColumns: readonly FileColumn[] = [
  {
    key: 'loanNumber',
    header: 'LOAN NUMBER',
    kind: 'loan number',
    received: 'loanNumberReceived',
    example: 'RC110000001',
    about: 'The lender’s number of the loan; never in the short form 1.23E+15',
    max: 60,
    required: true,
    aliases: ['LOAN NO', 'LOAN ACCOUNT NUMBER'],
  },
  {
    key: 'name',
    header: 'BORROWER NAME',
    aliases: ['CUSTOMER NAME'],
    kind: 'name',
    required: true,
    max: 255,
    example: 'Asha Rao',
    about: 'As the lender writes it',
  },
  {
    key: 'mobile',
    header: 'MOBILE',
    aliases: ['MOBILE NUMBER', 'MOBILE NO'],
    kind: 'mobile',
    isSpare: true,
    second: 'alternateContact1',
    example: '98765 43210',
    about: 'Ten digits; +91, a leading 0, spaces and dashes are understood, and a second number after /',
  },
  {
    key: 'alternateContact1',
    header: 'ALTERNATE CONTACT 1',
    kind: 'mobile',
    isSpare: true,
    example: '9876543211',
    about: 'Another number of the borrower; one that cannot be read is left out, and the loan taken',
  },
  text(
    'clientBorrowerId',
    'CLIENT BORROWER ID',
    'CB7783528',
    'The lender’s number of the person; one person may have several loans',
    { max: 60 },
  ),
  text('productType', 'PRODUCT TYPE', 'Tractor', 'What was financed'),
  text('productName', 'PRODUCT NAME', 'Term loan', 'The lender’s name of the product'),
  amount('principalOutstanding', 'POS', 'Principal outstanding', ['PRINCIPAL OUTSTANDING']),
  amount('totalOutstanding', 'TOS', 'Total outstanding', ['TOTAL OUTSTANDING']),
  amount('loanAmount', 'LOAN AMOUNT', 'What was lent'),
  amount('emiAmount', 'EMI AMOUNT', 'One instalment'),
  {
    key: 'totalEmi',
    header: 'TOTAL EMI',
    kind: 'count',
    unit: 'instalments',
    most: 5000,
    isSpare: true,
    example: '24',
    about: 'Number of instalments',
  },
  {
    key: 'emiStartDate',
    header: 'EMI START DATE',
    kind: 'date',
    isSpare: true,
    example: '05-04-2025',
    about: 'DD-MM-YYYY, DD/MM/YYYY, YYYY-MM-DD or 5-Apr-25',
  },
  {
    key: 'dpd',
    header: 'DPD',
    kind: 'count',
    unit: 'days',
    // 27 years: longer than any of these loans runs.
    most: 10_000,
    isSpare: true,
    example: '45',
    about: 'Days past due',
  },
  amount('interestOutstanding', 'INTEREST OUTSTANDING', 'Interest not yet paid'),
  amount('maxSettlementAmount', 'MAX SETTLEMENT AMOUNT', 'Pre-approved settlement'),
  text('groupId', 'GROUP ID', 'G104', 'Group of a group loan', { max: 60 }),
  text('fatherName', 'FATHER NAME', 'Ramesh Rao', 'Father of the borrower', { max: 255, needsLetter: true }),
  text('gender', 'GENDER', 'Female', 'Gender', { max: 20, needsLetter: true }),
  {
    key: 'dob',
    header: 'DOB',
    aliases: ['DATE OF BIRTH'],
    kind: 'date',
    isBirth: true,
    isSpare: true,
    example: '17-04-1980',
    about: 'Date of birth',
  },
  text('pan', 'PAN', 'ABCPX1234F', 'Permanent account number; another one is left out, and the loan taken', {
    kind: 'pan',
    max: 40,
    sealed: 'pan',
  }),
  text('address', 'ADDRESS', '12, Temple Road', 'Street and house', { max: 500 }),
  text('stateName', 'STATE', 'Kerala', 'State, by its name or code', {
    kind: 'state',
    aliases: ['STATE NAME'],
  }),
  text('cityName', 'CITY', 'Kochi', 'City', { aliases: ['CITY NAME'], needsLetter: true }),
  text('pincode', 'PINCODE', '682001', 'Six digits; another one is left out, and the loan taken', {
    kind: 'pincode',
    max: 10,
    aliases: ['PIN CODE'],
  }),
  text('supplierName', 'SUPPLIER NAME', 'Svasti Microfinance', 'The original lender'),
  {
    key: 'agentEmail',
    header: 'AGENT EMAIL',
    kind: 'agent',
    isSpare: true,
    example: 'agent@example.in',
    about: 'Who works the loan; empty leaves it unassigned',
  },
];
