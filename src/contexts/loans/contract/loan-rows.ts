/** What crosses the wire of a loan: its row in a list, its profile, and what belongs to it. */
import * as z from 'zod/mini';
import { channelsBy } from '#kernel/contract/channels/channels.ts';
import { choice, day, flag, id, instant, nullable, rupees } from '#kernel/contract/field.ts';
import { paidOff } from './paid-off.ts';
import { paymentAwaits } from './payment-awaits.ts';

export const paymentStatuses = [
  'Unpaid',
  'Partially Paid',
  'Settlement Paid',
  'Foreclosure',
  'Amt < 100',
] as const;
/** Payment pattern buckets, the first that fits (G065). */
export const paymentHistories = [
  'Last 3 Months',
  'Last 2 Months',
  'Last Month',
  'Any time in last 3 Months',
  'Any time in last 6 Months',
  'Before 6 months',
] as const;

const named = z.nullable(z.object({ name: z.string() }));
const coloured = z.nullable(z.object({ name: z.string(), colorCode: z.string() }));
const word = z.nullable(z.string());
const amount = () => nullable(rupees());
const number = nullable(z.int());

export const tag = z.object({ uId: z.string(), name: z.string(), colorCode: z.string() });

/** List fields of a loan. Phone numbers are masked except the last four digits (G074). */
const summary = {
  id: id('loans'),
  loanNumber: z.string(),
  isDNC: flag(),
  isActive: flag(),
  borrowerId: id('borrowers'),
  loanBorrower: z.object({ name: z.string(), clientBorrowerId: word }),
  client: z.object({ name: z.string() }),
  groupId: word,
  loanPortfolio: z.object({ name: z.string() }),
  productType: word,
  productName: word,
  mobile: word,
  city: word,
  principalOutstanding: rupees(),
  totalOutstanding: rupees(),
  /** False: no file has stated the TOS; zero is a placeholder. */
  isTotalKnown: flag(),
  dpd: number,
  latestRealizePaymentAmount: amount(),
  latestRealizePaymentDate: nullable(day()),
  paymentStatus: choice(paymentStatuses),
  paymentAwaits,
  paymentHistoryStatus: word,
  loanUsers: z.array(
    z.object({
      mappingUser: z.object({ firstName: z.string(), lastName: z.string() }),
      mappingCampaign: named,
    }),
  ),
  loanTags: z.array(tag),
  loansStats: z.object({ bestDispo: word, bestSubDispo: word, bestDispoDate: nullable(instant()) }),
  loanAllocationType: coloured,
  loanDispositions: z.array(z.object({ dispositions: z.object({ name: z.string() }), createdAt: instant() })),
  /** Account of link payments; without one there are no links. */
  paymentAccountId: number,
};
export const loanSummary = z.object(summary);

/** How often the borrower of a loan was reached for, by each way. */
export const contactCounts = { ...channelsBy('counts', () => number), callCount: number };

export const loanDetail = z.object({
  ...summary,
  /** Increases with every change; base version of queued entries. */
  version: z.int(),
  assigneeId: nullable(id('users')),
  clientId: id('clients'),
  /** The borrower has more loans that the caller sees. */
  hasOthers: flag(),
  paidOff,
  supplierName: word,
  agreementId: word,
  crmNo: word,
  /** As the lender's file had it; null where that is the loan number. */
  loanNumberReceived: word,
  alternateContact1: word,
  alternateContact2: word,
  otherMobiles: z.nullable(z.array(z.string())),
  loanAmount: amount(),
  emiAmount: amount(),
  totalEmi: number,
  emiStartDate: nullable(day()),
  emiEndDate: nullable(day()),
  emiCycleDate: number,
  unpaidEmiAmount: amount(),
  offerEmiAmount: amount(),
  interestOutstanding: amount(),
  maxSettlementAmount: amount(),
  currentDpdBucket: word,
  vintageBand: word,
  gold: z.nullable(
    z.object({ quantity: nullable(z.number()), purity: nullable(z.number()), valuation: amount() }),
  ),
  address: word,
  ...contactCounts,
});

/** Who a borrower is. What identifies a person leaves masked; the loans are those the caller sees. */
export const borrowerRow = z.object({
  id: id('borrowers'),
  name: z.string(),
  clientBorrowerId: word,
  fatherName: word,
  motherName: word,
  gender: word,
  occupation: word,
  employmentStatus: word,
  maritalStatus: word,
  dob: nullable(day()),
  pan: word,
  aadhar: word,
  voterId: word,
  drivingLicence: word,
  passportNumber: word,
  email: word,
  address: word,
  cityName: word,
  stateName: word,
  pincode: word,
  erasedAt: nullable(instant()),
  loans: z.array(z.object({ id: id('loans'), loanNumber: z.string() })),
});

const participantTypes = ['CoApplicant', 'Guarantor', 'Reference'] as const;
/** Co-borrowers, guarantors and references; masked like the borrower. */
export const participantRow = z.object({
  id: id(),
  type: choice(participantTypes),
  name: z.string(),
  fatherName: word,
  motherName: word,
  email: word,
  gender: word,
  maritalSatus: word,
  dob: nullable(day()),
  pan: word,
  aadharNumber: word,
  voterId: word,
  drivingLicense: word,
  passportNumber: word,
  landmark: word,
  stateName: word,
  cityName: word,
  pincode: word,
  mobile: word,
});

/** A group as far as the caller sees its loans. */
export const groupRow = z.object({
  id: id('loan-groups'),
  groupId: z.string(),
  name: z.string(),
  leaderId: nullable(id('borrowers')),
  loanGroupIds: z.array(id('loans')),
  members: z.array(
    z.object({
      borrowerId: id('borrowers'),
      name: z.string(),
      loanId: id('loans'),
      loanNumber: z.string(),
      totalOutstanding: rupees(),
      paymentStatus: choice(paymentStatuses),
    }),
  ),
});
