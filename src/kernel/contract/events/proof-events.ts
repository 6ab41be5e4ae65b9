/** Events of what is proven to others: identity cards, complaints, evidence. */
interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface ProofEvents {
  /** Contact preferences of a borrower: language, blocked times, no calls. */
  'loans.wished': Changed;
  /** What was written is an event of the master itself. */
  'audit.restored': { domain: string; id: number; event: number };
  /** Of a borrower; without its content. */
  'evidence.made': {
    form: string;
    rows: number;
    loanIds: readonly number[];
    complaintId: number | null;
  };
  /** A copy of all data of a borrower was saved. */
  'evidence.copied': { rows: number; loanIds: readonly number[] };
  /** Sample of a lender's loans, with the number of candidates and the lender's seed. */
  'evidence.sampled': {
    form: string;
    rows: number;
    loanIds: readonly number[];
    word: string;
    of: number;
  };
  'agent-cards.updated': Changed;
  'agent-cards.renewed': Record<never, never>;
  'agent-cards.rule-set': Changed;
  'complaints.taken': { loanId: number; number: string; kind: string; channel: string };
  'complaints.changed': { loanId: number; number: string; act: string; before: string; after: string };
  /** The owner before and after. */
  'complaints.escalated': { loanId: number; number: string; before: number | null; after: number | null };
  'complaints.rule-set': Changed;
  /** A borrower's portal: a code sent or not, wrong, or the page opened with it. */
  'pay.own-page': { loanId: number; became: string };
  'autopay.offered': { loanId: number; source: string; instalments: number };
  'autopay.changed': { loanId: number; before: string; after: string };
  'autopay.ended': { loanId: number; by: string };
  'autopay.charge': { loanId: number; amount: number; became: string };
  'visits.notice': { loanId: number; became: string };
  'visits.notice-asked': { loanId: number; isNew: boolean };
  'reconciliation.file-sent': { gateway: string; fileName: string };
  'reconciliation.file-read-again': { gateway: string; fileName: string; before: string; after: string };
  'reconciliation.file-read': { gateway: string; good: number; wrong: number; error: string | null };
  'reconciliation.changed': {
    loanId: number | null;
    kind: string;
    act: string;
    before: string;
    after: string;
  };
}
