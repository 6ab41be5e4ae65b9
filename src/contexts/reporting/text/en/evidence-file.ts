/** Texts inside an evidence pack, for lenders, courts and auditors; in English. */
export const evidenceFileText = {
  title: (borrower: string): string => `Evidence about ${borrower}`,
  about: (loans: string, rows: number): string =>
    `Loans ${loans}; ${rows} rows: calls, recordings, messages, visits, decisions of contact, consent, payments, promises, settlement steps, complaints, reveals, and access records of the last 12 months, in order. Times are UTC, amounts paise in the file and rupees on pages; numbers and addresses are masked.`,
  sampleTitle: (lender: string): string => `Audit sample of ${lender}`,
  sample: (o: { drawn: number; of: number; word: string; from: string; to: string }): string =>
    `${o.drawn} of ${o.of} loans with a contact from ${o.from} to ${o.to}: those with the lowest SHA-256 of "${o.word} <loan number>".`,
  made: (by: string, at: string): string => `Made by ${by} at ${at}.`,
  verify:
    'Verify with: npm run evidence:verify -- --key <key of the agency> <this file>. Take the key from the agency itself, at /api/evidence/key of its address, and not from this file.',
  anchor: (anchor: string): string => `The audit stood at seal ${anchor}.`,
  noAnchor: 'none yet',
  letters:
    'Characters other than Latin and Indian scripts are shown as a point here; the attached evidence.csv has them whole.',
};
