/** Actions on a settlement by state: enforced by the server, and used by the screen to hide buttons. */
export const settlementStatuses = [
  'Inprogress',
  'Approved',
  'Rejected',
  'Void',
  'QueryRaised',
  'AmountUpdated',
  'ReInitiated',
  'ReOpened',
] as const;
/** One spelling of each (G098). */
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Statuses in which a request may be approved or rejected (G094). */
export const openSettlements = [
  'Inprogress',
  'QueryRaised',
  'AmountUpdated',
  'ReInitiated',
  'ReOpened',
] as const satisfies readonly SettlementStatus[];

const notVoid = settlementStatuses.filter((status) => status !== 'Void');
export const settlementCan = {
  decide: openSettlements,
  /** Bulk decisions: only requests that were never touched (G095). */
  bulkApprove: ['Inprogress'],
  amount: notVoid,
  query: notVoid,
  reinitiate: ['Rejected'],
  reopen: ['Approved', 'Rejected', 'Void'],
  send: ['Approved'],
} as const satisfies Record<string, readonly SettlementStatus[]>;

export const isAllowed = (what: keyof typeof settlementCan, status: SettlementStatus): boolean =>
  (settlementCan[what] as readonly SettlementStatus[]).includes(status);

/** Only the last approver forwards it to the lender (G096). */
export const maySend = (o: {
  status: SettlementStatus;
  lastApprovalUser: number | null;
  viewerEntry: number | undefined;
}): boolean =>
  isAllowed('send', o.status) && o.viewerEntry !== undefined && o.lastApprovalUser === o.viewerEntry;

/** Removes the separator of old systems' comments from a reason (document 2, section 5). */
export const reasonOf = (comments: string): string => comments.replaceAll('~', '').trim();

/** Tone: good or bad. */
export const settlementMood = {
  Inprogress: 'warn',
  Approved: 'good',
  Rejected: 'bad',
  Void: 'plain',
  QueryRaised: 'warn',
  AmountUpdated: 'warn',
  ReInitiated: 'warn',
  ReOpened: 'warn',
} as const satisfies Record<SettlementStatus, string>;
