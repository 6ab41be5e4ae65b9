/** What the tabs of a loan say of it, label by label. */
import { borrowerText as more } from '#contexts/loans/text/en/borrower.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { dayText, money } from '#kernel/ui/parts/format.ts';
import type { Fact } from './facts.tsx';
import type { Loan } from './loan.ts';

const rupees = (amount: number | null): string | null => (amount === null ? null : money(amount));
const date = (day: string | null): string | null => day && dayText(day);
const figure = (n: number | null | undefined): string | null =>
  n === null || n === undefined ? null : n.toLocaleString('en-IN');
const paid = ({ latestRealizePaymentAmount: amount, latestRealizePaymentDate: day }: Loan): string | null =>
  amount === null ? null : `${money(amount)}${day ? ` · ${dayText(day)}` : ''}`;
const best = ({ loansStats: { bestDispo, bestSubDispo, bestDispoDate } }: Loan): string =>
  [bestDispo, bestSubDispo, bestDispoDate && dayText(bestDispoDate)].filter(Boolean).join(' · ');

/** What an agent needs before the first word. */
export function mainFacts(loan: Loan): Fact[] {
  const [user] = loan.loanUsers;
  return [
    [say.mobile, loan.mobile],
    [say.address, loan.address],
    [say.dpd, loan.dpd === null ? null : say.days(loan.dpd)],
    [say.lastPaid, paid(loan)],
    [say.emi, rupees(loan.emiAmount)],
    [say.maxSettlement, rupees(loan.maxSettlementAmount)],
    [say.bestDisposition, best(loan)],
    [say.tags, loan.loanTags.map(({ name }) => name).join(', ')],
    [say.allocationType, loan.loanAllocationType?.name],
    [say.agent, user && `${user.mappingUser.firstName} ${user.mappingUser.lastName}`],
    [more.campaign, user?.mappingCampaign?.name],
  ];
}

export function loanFacts(loan: Loan): Fact[] {
  return [
    [say.loanAmount, rupees(loan.loanAmount)],
    [say.pos, money(loan.principalOutstanding)],
    [say.tos, money(loan.totalOutstanding)],
    [say.interest, rupees(loan.interestOutstanding)],
    [say.dpd, loan.dpd === null ? null : say.days(loan.dpd)],
    [more.bucket, loan.currentDpdBucket],
    [more.vintage, loan.vintageBand],
    [say.product, [loan.productType, loan.productName].filter(Boolean).join(' · ')],
    [say.lender, loan.supplierName],
    [say.portfolio, loan.loanPortfolio.name],
    [more.agreement, loan.agreementId],
    [more.crm, loan.crmNo],
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
    [more.goldQuantity, figure(loan.gold?.quantity)],
    [more.goldPurity, figure(loan.gold?.purity)],
    [more.goldValue, rupees(loan.gold?.valuation ?? null)],
  ];
}
