/** The lists of borrowers with the profile, the history and the payment link that open over them. */
import { lazy } from 'react';
import { loanLists } from './loans.screen.tsx';

export const { OwnLoansScreen, LoansScreen, AllLoansScreen, InactiveLoansScreen } = loanLists({
  Profile: lazy(async () => ({
    default: (await import('./borrower/profile.tsx')).BorrowerProfile,
  })),
  Link: lazy(async () => ({
    default: (await import('./borrower/outcome/payment-link.tsx')).PaymentLinkOf,
  })),
  History: lazy(async () => ({
    default: (await import('./borrower/tabs/history.tsx')).History,
  })),
});
