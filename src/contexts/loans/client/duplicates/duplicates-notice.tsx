/** Loans and payments of earlier files that may be here twice, for those who see all loans. */
import { loans } from '#contexts/loans/contract/loans.ts';
import { twinsText as say } from '#contexts/loans/text/en/loan-twins.ts';
import { CountNotice } from '#kernel/ui/list/count-notice.tsx';

export const DuplicatesNotice = () => (
  <CountNotice source={loans.twins} words={say.notice} to="/admin/borrowers/duplicates" label={say.compare} />
);
