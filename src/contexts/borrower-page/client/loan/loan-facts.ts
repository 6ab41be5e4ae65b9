/** Facts of a loan's tabs, by label. */
import { borrowerText as more } from '#contexts/loans/text/en/borrower.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { dayText, money, principalText, totalText } from '#kernel/ui/parts/values/format.ts';
import type { Fact } from '../facts.tsx';
import type { Loan } from './loan.ts';

/** Formatter that passes null (none) and undefined (not on this device). */
const worded =
  <T>(words: (value: T) => string | null) =>
  (value: T | null | undefined): string | null | undefined =>
    value === null || value === undefined ? (value as null | undefined) : words(value);
const rupees = worded(money);
const date = worded(dayText);
const figure = worded((n: number) => n.toLocaleString('en-IN'));
const days = worded(say.days);
const paid = ({ latestRealizePaymentAmount, latestRealizePaymentDate: day }: Loan) =>
  worded((amount: number) => `${money(amount)}${day ? ` · ${dayText(day)}` : ''}`)(
    latestRealizePaymentAmount,
  );
const best = worded(({ bestDispo, bestSubDispo, bestDispoDate }: NonNullable<Loan['loansStats']>) =>
  [bestDispo, bestSubDispo, bestDispoDate && dayText(bestDispoDate)].filter(Boolean).join(' · '),
);
const named = worded(({ name }: { name: string }) => name);
const part = (gold: Loan['gold'], name: keyof NonNullable<Loan['gold']>): number | null | undefined =>
  gold && gold[name];
type User = NonNullable<Loan['loanUsers']>[number];
const ofUser = (users: Loan['loanUsers'], words: (user: User) => string | null) =>
  worded(([user]: readonly User[]) => (user ? words(user) : null))(users);

/** Facts needed before a call. */
export function mainFacts(loan: Loan): Fact[] {
  return [
    [say.mobile, loan.mobile],
    [say.address, loan.address],
    [say.dpd, days(loan.dpd)],
    [say.lastPaid, paid(loan)],
    [say.emi, rupees(loan.emiAmount)],
    [more.unpaidEmi, rupees(loan.unpaidEmiAmount)],
    [say.maxSettlement, rupees(loan.maxSettlementAmount)],
    [say.bestDisposition, best(loan.loansStats)],
    [say.tags, loan.loanTags.map(({ name }) => name).join(', ')],
    [say.allocationType, named(loan.loanAllocationType)],
    [
      say.agent,
      ofUser(loan.loanUsers, ({ mappingUser: { firstName, lastName } }) => `${firstName} ${lastName}`),
    ],
    [more.campaign, ofUser(loan.loanUsers, ({ mappingCampaign }) => mappingCampaign?.name ?? null)],
  ];
}

export function loanFacts(loan: Loan): Fact[] {
  return [
    [say.loanAmount, rupees(loan.loanAmount)],
    [say.pos, principalText(loan, money)],
    [say.tos, totalText(loan, money)],
    [say.interest, rupees(loan.interestOutstanding)],
    [say.dpd, days(loan.dpd)],
    [more.bucket, loan.currentDpdBucket],
    [more.vintage, loan.vintageBand],
    [
      say.product,
      loan.productType === undefined
        ? undefined
        : [loan.productType, loan.productName].filter(Boolean).join(' · '),
    ],
    [say.lender, loan.supplierName],
    [say.portfolio, named(loan.loanPortfolio)],
    [more.agreement, loan.agreementId],
    [more.crm, loan.crmNo],
    [more.received, loan.loanNumberReceived],
  ];
}

export function emiFacts(loan: Loan): Fact[] {
  return [
    [say.emi, rupees(loan.emiAmount)],
    [more.totalEmi, figure(loan.totalEmi)],
    [more.emiStart, date(loan.emiStartDate)],
    [more.emiEnd, date(loan.emiEndDate)],
    [more.emiDay, figure(loan.emiCycleDate)],
    [more.unpaidEmi, rupees(loan.unpaidEmiAmount)],
    [more.offerEmi, rupees(loan.offerEmiAmount)],
    [say.maxSettlement, rupees(loan.maxSettlementAmount)],
    [more.goldQuantity, figure(part(loan.gold, 'quantity'))],
    [more.goldPurity, figure(part(loan.gold, 'purity'))],
    [more.goldValue, rupees(part(loan.gold, 'valuation'))],
  ];
}
