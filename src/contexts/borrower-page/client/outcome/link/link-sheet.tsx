/** Payment link for a borrower who is present: a QR code, and the link to share. */
import { encode } from 'uqr';
import { paymentLinksText as say } from '#contexts/payments/text/en/payment-links.ts';
import { kitText } from '#text/en/kit.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import type { Loan } from '../../loan/loan.ts';
import { LoanSheet } from '../../loan/loan-sheet.tsx';
import css from './link-sheet.module.css';
import type { LoanLink } from './payment-link.tsx';

/** Cells around the code that every reader expects to be empty. */
const quiet = 4;

function Code({ of, label }: { of: string; label: string }) {
  const { data, size } = encode(of, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={css.code}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}

export function LinkSheet({ link, loan, onClose }: { link: LoanLink; loan: Loan; onClose: () => void }) {
  const { name } = loan.loanBorrower;
  return (
    <LoanSheet loan={loan} title={say.scanTitle} from="low" onClose={onClose}>
      <div className={css.sheet}>
        <Code of={link.url} label={say.scanLabel(name)} />
        {link.amount !== null && <strong className={css.amount}>{money(link.amount)}</strong>}
        <p>{say.scanAbout(name)}</p>
        <p className={css.sent}>{link.to ? say.sent(link.to) : null}</p>
        <button type="button" className={`${look.main} ${look.tall}`} onClick={onClose}>
          {kitText.close}
        </button>
      </div>
    </LoanSheet>
  );
}
