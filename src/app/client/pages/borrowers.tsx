/** Lists of borrowers with profile, history and payment link dialogs. */
import { bringLongRows } from '#kernel/ui/list/rows/rows.tsx';
import { loanLists } from '#contexts/loans/client/loans.screen.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

/** Lists of borrowers are long: loads the virtual rows with them. */
export const ready = bringLongRows();

export const { OwnLoansScreen, LoansScreen, AllLoansScreen, InactiveLoansScreen } = loanLists({
  Profile: lazy(async () => ({
    default: (await import('#contexts/borrower-page/client/profile.tsx')).BorrowerProfile,
  })),
  Link: lazy(async () => ({
    default: (await import('#contexts/borrower-page/client/outcome/link/payment-link.tsx')).PaymentLinkOf,
  })),
  History: lazy(async () => ({
    default: (await import('#contexts/borrower-page/client/tabs/history.tsx')).History,
  })),
});
