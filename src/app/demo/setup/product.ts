/** What was lent: the product's name, its type where the specification has one, and the pledge of a gold loan. */
import type { Lender } from './lenders.ts';
import { originalLenders } from './lenders.ts';
import type { Random } from '../random.ts';
import type { LoanRow } from '../rows.ts';

type Product = Pick<
  LoanRow,
  'product_type' | 'product_name' | 'supplier_name' | 'gold_quantity' | 'gold_purity' | 'gold_valuation'
>;

const groupProducts = [
  'Income Generation Loan',
  'Joint Liability Group Loan',
  'Emergency Loan',
  'Water and Sanitation Loan',
];
const acquiredProducts = ['Personal Loan', 'Consumer Durable Loan', 'Business Loan', 'Two Wheeler Loan'];
const vehicleTypes: Readonly<Record<string, readonly string[]>> = {
  'Commercial Vehicles North': ['Commercial Vehicle'],
  'Small Vehicles': ['Small Commercial Vehicle'],
  Construction: ['Construction Equipments'],
  'Tractors Deccan': ['Tractor'],
  'Tractors Ganga Plain': ['Tractor'],
  'Trust 21 Vehicles': ['Commercial Vehicle', 'Small Commercial Vehicle'],
};
const RUPEES_A_GRAM = 6000;

export function makeProduct(r: Random, lender: Lender, portfolio: string, loanAmount: number): Product {
  const types = vehicleTypes[portfolio];
  const vehicle = types && r.pick(types);
  const plain = {
    // The type determines the calling hours.
    product_type: vehicle ?? (lender.kind === 'microfinance' ? 'Microfinance' : null),
    product_name: vehicle
      ? `${vehicle} Loan`
      : r.pick(lender.kind === 'acquired' ? acquiredProducts : groupProducts),
    supplier_name: lender.kind === 'acquired' ? r.pick(originalLenders) : lender.name,
    gold_quantity: null,
    gold_purity: null,
    gold_valuation: null,
  };
  if (lender.kind !== 'gold') return plain;
  const purity = r.pick([18, 20, 22]);
  const valuation = Math.round(loanAmount / (r.int(60, 75) / 100) / 100) * 100;
  const grams = valuation / 100 / ((RUPEES_A_GRAM * purity) / 24);
  return {
    ...plain,
    product_name: 'Gold Loan',
    gold_quantity: grams.toFixed(3),
    gold_purity: purity.toFixed(2),
    gold_valuation: valuation,
  };
}
