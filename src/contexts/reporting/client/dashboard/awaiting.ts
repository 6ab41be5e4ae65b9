/** Settlements pending a decision, and their list. Pure. */
import type { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { openSettlements } from '#contexts/settlements/contract/settlement-rules.ts';

type Row = WireRow<typeof loanStats.settlements>;
const isOpen = ({ title }: Row): boolean => openSettlements.some((status) => status === title);

export const awaiting = (rows: readonly Row[]): (Row & { to: string })[] =>
  rows.filter(isOpen).map((row) => ({ ...row, to: `/settlement?status=${row.title}` }));
