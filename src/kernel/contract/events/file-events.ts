/** Events of uploaded files: applied, undone, corrected. */
export interface FileEvents {
  'files.applied': { type: string };
  'files.undo-asked': { type: string };
  'files.undone': { type: string; kept?: number };
  /** Cells of rejected rows; old and new values are encrypted in `import_corrections`. */
  'files.column-corrected': { type: string; column: string; reading: string; rows: number };
  'files.rows-mended': { type: string; rows: readonly number[]; columns: readonly string[] };
  /** Whether near loan numbers of a file are the same loan; `open` have no answer yet. */
  'files.loans-answered': { type: string; open: number };
  /** An answer about two near loan numbers was removed; `id` is the loan of likeNumber. */
  'loans.number-asked-again': { clientId: number; loanNumber: string; likeNumber: string; wasSame: boolean };
  'files.job-finished': {
    type: string;
    status: string;
    correct: number;
    incorrect: number;
    isDryRun?: boolean;
  };
}
