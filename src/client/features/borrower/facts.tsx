import { loansText as say } from '#text/en/loans.ts';
import { dayText, money } from '#client/ui/format.ts';
import css from './borrower.module.css';
import type { Loan } from './borrower.screen.tsx';

const paid = ({ latestRealizePaymentAmount: amount, latestRealizePaymentDate: day }: Loan): string | null =>
  amount === null ? null : `${money(amount)}${day ? ` · ${dayText(day)}` : ''}`;
const rupees = (amount: number | null): string | null => (amount === null ? null : money(amount));

/** What is known of the loan; what is not known takes no room. */
export function Facts({ loan }: { loan: Loan }) {
  const agent = loan.loanUsers[0]?.mappingUser;
  const facts: [string, string | null][] = [
    [say.mobile, loan.mobile],
    [say.address, loan.address],
    [say.dpd, loan.dpd === null ? null : say.days(loan.dpd)],
    [say.lastPaid, paid(loan)],
    [say.emi, rupees(loan.emiAmount)],
    [say.loanAmount, rupees(loan.loanAmount)],
    [say.interest, rupees(loan.interestOutstanding)],
    [say.maxSettlement, rupees(loan.maxSettlementAmount)],
    [say.product, [loan.productType, loan.productName].filter(Boolean).join(' · ') || null],
    [say.lender, loan.supplierName],
    [say.portfolio, loan.loanPortfolio.name],
    [say.group, loan.groupId],
    [say.agent, agent ? `${agent.firstName} ${agent.lastName}` : null],
  ];
  return (
    <section className={css.box}>
      <h2>{say.loanInfo}</h2>
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
