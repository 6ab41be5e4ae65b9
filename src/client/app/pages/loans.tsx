/** The lists of borrowers with the profile, the history and the payment link that open over them. */
import { lazy } from 'react';
import { loansScreens } from '#client/features/loans/loans.screen.tsx';

export const { OwnLoansScreen, LoansScreen, AllLoansScreen, InactiveLoansScreen } = loansScreens({
  Profile: lazy(async () => ({
    default: (await import('#client/features/borrower/profile.tsx')).BorrowerProfile,
  })),
  Link: lazy(async () => ({
    default: (await import('#client/features/borrower/payment-link.tsx')).PaymentLinkOf,
  })),
  History: lazy(async () => ({ default: (await import('#client/features/borrower/history.tsx')).History })),
});
