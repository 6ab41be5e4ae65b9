/** What stands in an evidence pack itself; lenders, courts and auditors read it, in English. */
export const evidenceFileText = {
  title: (borrower: string): string => `Evidence about ${borrower}`,
  about: (loans: string, rows: number): string =>
    `Loans ${loans}; ${rows} rows: calls, recordings, messages, visits, decisions of contact, consent, payments, promises, settlement steps, complaints and reveals, in order. Times are UTC, amounts paise in the file and rupees on pages; numbers and addresses are masked.`,
  made: (by: string, at: string): string => `Made by ${by} at ${at}.`,
  verify: (key: string): string =>
    `Verify with: npm run evidence:verify -- <this file>. The key of the agency is ${key}, also at /api/evidence/key.`,
  anchor: (anchor: string): string => `The audit stood at seal ${anchor}.`,
  noAnchor: 'none yet',
  letters: 'Letters that are not Latin are shown as a point here; the attached evidence.csv has them whole.',
};
