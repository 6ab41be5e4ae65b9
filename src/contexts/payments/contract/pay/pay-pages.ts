/** Lenders with a payment page (G113-G115). Contacts are fictitious. */
export const payPaths = ['svasti-microfinance', 'reliance', 'light-microfinance'] as const;
type PayPath = (typeof payPaths)[number];

export interface PayPage {
  path: PayPath;
  name: string;
  /** An asset reconstruction company collects loans of another lender. */
  kind: 'lender' | 'company';
  address: string;
  phone: string;
  email: string;
}

export const payPages: readonly PayPage[] = [
  {
    path: 'svasti-microfinance',
    name: 'Svasti Microfinance',
    kind: 'lender',
    address: '4 Example Chambers, Demo Road, Pune 411001, Maharashtra',
    phone: '1800000001',
    email: 'pay@svasti.example',
  },
  {
    path: 'reliance',
    name: 'Reliance Asset Reconstruction',
    kind: 'company',
    address: '17 Example House, Demo Square, Nagpur 440001, Maharashtra',
    phone: '1800000002',
    email: 'pay@reliance-arc.example',
  },
  {
    path: 'light-microfinance',
    name: 'Light Microfinance',
    kind: 'lender',
    address: '9 Example Centre, Demo Lane, Ahmedabad 380001, Gujarat',
    phone: '1800000003',
    email: 'pay@light.example',
  },
];
export const payPageOf = (path: string | null): PayPage | undefined =>
  payPages.find((page) => page.path === path);

/** English is complete; the others cover the payment pages. */
export const payLanguages = ['en', 'hi', 'bn', 'ta', 'te', 'mr', 'kn', 'gu', 'ml', 'pa'] as const;
export type PayLanguage = (typeof payLanguages)[number];
export const isPayLanguage = (word: unknown): word is PayLanguage =>
  payLanguages.some((language) => language === word);
