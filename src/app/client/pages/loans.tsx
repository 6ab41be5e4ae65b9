/** The lists of borrowers with the profile, the history and the payment link that open over them. */
import { lazy } from 'react';
import { loansScreens } from '#contexts/loans/client/loans.screen.tsx';

export const { OwnLoansScreen, LoansScreen, AllLoansScreen, InactiveLoansScreen } = loansScreens({
  Profile: lazy(async () => ({
    default: (await import('#contexts/loans/client/borrower/profile.tsx')).BorrowerProfile,
  })),
  Link: lazy(async () => ({
    default: (await import('#contexts/loans/client/borrower/outcome/payment-link.tsx')).PaymentLinkOf,
  })),
  History: lazy(async () => ({
    default: (await import('#contexts/loans/client/borrower/tabs/history.tsx')).History,
  })),
});
