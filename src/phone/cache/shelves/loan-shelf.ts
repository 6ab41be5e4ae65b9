/** Answers the questions of the borrower list and profile from the loans on this device. Pure. */
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { searchName, searchWords } from '#kernel/contract/identity/search-name.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { defaultPageSize } from '#kernel/contract/list.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import type { sync } from '#contexts/sync/contract/sync.ts';

/** A loan of the feed. */
export type FedLoan = WireRow<typeof sync.changes>['loans'][number];
/** What a list shows of a loan, and what its profile adds once it was opened. */
export type KeptLoan = WireRow<typeof loans.list> & Partial<WireRow<typeof loans.one>>;
type Query = Input<typeof loans.list>;
type Page = { rows: KeptLoan[]; count: number };

const largestFirst = '-totalOutstanding';

const isFound = ({ loanNumber, loanBorrower, mobile }: KeptLoan, q: string): boolean => {
  const typed = plainText(q);
  const number = (canonicalLoanNumber(q).value ?? typed).toLowerCase();
  const name = searchName(loanBorrower.name);
  const words = searchWords(q);
  return (
    loanNumber.toLowerCase().includes(number) ||
    (words.length > 0 && words.every((word) => name.includes(word))) ||
    (/^\d{4}$/.test(typed) && Boolean(mobile?.endsWith(typed)))
  );
};

function compare(a: KeptLoan, b: KeptLoan, sort: string): number {
  const isDown = sort.startsWith('-');
  const name = (isDown ? sort.slice(1) : sort) as keyof KeptLoan;
  const [x, y] = isDown ? [b[name], a[name]] : [a[name], b[name]];
  const byValue: number =
    typeof x === 'string' && typeof y === 'string' ? x.localeCompare(y) : Number(x ?? -1) - Number(y ?? -1);
  return byValue || (isDown ? b.id - a.id : a.id - b.id);
}

/** What can be answered from the rows; of other filters, such as newly assigned, this device does not know which rows match. */
const knowable: ReadonlySet<string> = new Set([
  'page',
  'size',
  'sort',
  'part',
  'q',
  'isActive',
  'clientId',
  'clientIds',
  'paymentStatus',
  'paymentHistoryStatus',
]);
const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);

/** The page the server would answer from these loans; undefined when the cache does not suffice. */
export function shelfPage(kept: readonly KeptLoan[], query: Query): Page | undefined {
  const { page = 1, size = defaultPageSize, isActive = true, q, paymentStatus, paymentHistoryStatus } = query;
  // The feed excludes payments.
  const isAboutPaid = Boolean(paymentStatus ?? paymentHistoryStatus);
  if (isAboutPaid && kept.some((loan) => !loan.paymentStatus)) return undefined;
  const isKnown = Object.entries(query).every(([name, value]) => knowable.has(name) || !isSet(value));
  if (kept.length === 0 || !isKnown) return undefined;
  const rows = kept
    .filter((loan) => loan.isActive === isActive)
    .filter(({ clientId }) => query.clientId === undefined || query.clientId === clientId)
    .filter(({ clientId }) => !query.clientIds?.length || query.clientIds.some((id) => id === clientId))
    .filter((loan) => !paymentStatus || loan.paymentStatus === paymentStatus)
    .filter((loan) => !paymentHistoryStatus || loan.paymentHistoryStatus === paymentHistoryStatus)
    .filter((loan) => !q || isFound(loan, q))
    .toSorted((a, b) => compare(a, b, (query.sort as string | undefined) ?? largestFirst));
  return { rows: rows.slice((page - 1) * size, page * size), count: rows.length };
}

type Shaped = { shape: Record<string, unknown> };
const listNames = Object.keys((loans.list.gives as unknown as Shaped).shape);
const emptySummary = {
  ...Object.fromEntries(listNames.map((name) => [name, null])),
  loanPortfolio: { name: '' },
  loanUsers: [],
  loansStats: { bestDispo: null, bestSubDispo: null, bestDispoDate: null },
};

/** Cached parts of a loan other than its row and profile. */
const besides = ['timeline', 'holds', 'numbers'] as const;

/**
 * A feed loan in the server's response format. Missing fields, as from an older server, are omitted and never invented.
 */
function fedRow({
  tags,
  borrowerName,
  lastDisposition,
  lastDispositionAt,
  ...fed
}: FedLoan): Partial<KeptLoan> {
  const { address, city, pincode, client } = fed;
  const own = Object.entries(fed).filter(([name]) => !besides.some((one) => one === name));
  const known = {
    ...Object.fromEntries(own),
    loanBorrower: { name: borrowerName, clientBorrowerId: null },
    client: { name: client },
    address: [address, city, pincode].filter(Boolean).join(', ') || null,
    loanTags: tags,
    loanDispositions:
      lastDisposition && lastDispositionAt
        ? [{ dispositions: { name: lastDisposition }, createdAt: lastDispositionAt }]
        : [],
  };
  return known as unknown as Partial<KeptLoan>;
}

/** List row of a feed loan: uncached fields are empty. */
export const summaryOf = (fed: FedLoan): KeptLoan =>
  ({ ...emptySummary, ...fedRow(fed) }) as unknown as KeptLoan;

/** What the list shows of a loan, without what only its profile does. */
export const listRowOf = (loan: Partial<KeptLoan>): KeptLoan =>
  Object.fromEntries(
    Object.entries(emptySummary).map(([name, empty]) => [name, loan[name as keyof KeptLoan] ?? empty]),
  ) as unknown as KeptLoan;

/** Borrower fields from an opened profile, in addition to the feed's. */
const borrowerOf = (fed: Partial<KeptLoan>, profile: KeptLoan): Pick<KeptLoan, 'loanBorrower'> => ({
  loanBorrower: { ...profile.loanBorrower, ...(fed.loanBorrower && { name: fed.loanBorrower.name }) },
});

/** A cached loan: feed merged with its profile if opened, the newer version first. Missing fields are omitted. */
export const knownLoan = (fed: FedLoan, profile?: KeptLoan): Partial<KeptLoan> => {
  const row = fedRow(fed);
  if (profile && (profile.version ?? 0) > fed.version) return { ...row, ...profile };
  return profile ? { ...profile, ...row, ...borrowerOf(row, profile) } : row;
};
