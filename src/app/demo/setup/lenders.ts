/** Lenders of the agency. Contacts are fictitious: `.example` domains, invalid numbers and GST codes. */

/** Loan type of a lender; determines amounts, products, groups and participants. */
export type LoanKind = 'microfinance' | 'vehicle' | 'gold' | 'acquired';

export interface Lender {
  name: string;
  kind: LoanKind;
  prefix: string;
  contact: string;
  domain: string;
  state: string;
  city: string;
  pin: string;
  /** Portfolio names, without the lender's name. */
  portfolios: readonly string[];
  /** The last part of the address of its public payment page; without one no links are sent. */
  paymentPage: string | null;
}

/** The first three are the lenders of document 2, section 2. */
export const lenders: readonly Lender[] = [
  {
    name: 'Svasti Microfinance',
    kind: 'microfinance',
    prefix: 'SVM',
    contact: 'Anagha Demo',
    domain: 'svasti.example',
    state: 'Maharashtra',
    city: 'Pune',
    pin: '411001',
    portfolios: ['Group Loans West', 'Group Loans South', 'Individual Loans'],
    paymentPage: 'svasti-microfinance',
  },
  {
    name: 'Light Microfinance',
    kind: 'microfinance',
    prefix: 'LMF',
    contact: 'Jignesh Demo',
    domain: 'light.example',
    state: 'Gujarat',
    city: 'Ahmedabad',
    pin: '380001',
    portfolios: ['Joint Liability', 'Small Enterprise'],
    paymentPage: 'light-microfinance',
  },
  {
    name: 'Reliance Asset Reconstruction',
    kind: 'acquired',
    prefix: 'RAR',
    contact: 'Meenal Demo',
    domain: 'reliance-arc.example',
    state: 'Maharashtra',
    city: 'Nagpur',
    pin: '440001',
    portfolios: ['Trust 17 Retail', 'Trust 21 Vehicles', 'Trust 24 Small Business'],
    paymentPage: 'reliance',
  },
  {
    name: 'Nakshatra Vehicle Finance',
    kind: 'vehicle',
    prefix: 'NVF',
    contact: 'Sukhwinder Demo',
    domain: 'nakshatra.example',
    state: 'Punjab',
    city: 'Ludhiana',
    pin: '141001',
    portfolios: ['Commercial Vehicles North', 'Small Vehicles', 'Construction'],
    paymentPage: null,
  },
  {
    name: 'Tamarind Tractor Credit',
    kind: 'vehicle',
    prefix: 'TTC',
    contact: 'Basavaraj Demo',
    domain: 'tamarind.example',
    state: 'Karnataka',
    city: 'Hubballi',
    pin: '580020',
    portfolios: ['Tractors Deccan', 'Tractors Ganga Plain'],
    paymentPage: null,
  },
  {
    name: 'Kaveri Demo Gold Loans',
    kind: 'gold',
    prefix: 'KGL',
    contact: 'Kamala Demo',
    domain: 'kaveri.example',
    state: 'Tamil Nadu',
    city: 'Tiruchirappalli',
    pin: '620001',
    portfolios: ['Gold Retail'],
    paymentPage: null,
  },
];

/** Lenders from whom the asset reconstruction company bought its loans; fictitious. */
export const originalLenders: readonly string[] = [
  'Saptarishi Small Finance (Demo)',
  'Hornbill Consumer Credit (Demo)',
  'Malabar Cooperative Thrift (Demo)',
];
