import type { ComponentType } from 'react';

/** Dialogs of other features above a list. */
export interface Over {
  Profile: ComponentType<{ id: string; onLoan: (id: number) => void; inside?: boolean }>;
  History: ComponentType<{ loanId: number }>;
  Link: ComponentType<{ id: string; onClose: () => void }>;
}
