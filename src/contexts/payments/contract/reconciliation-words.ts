/** Settlement files of gateways, and their differences from our books. Pure. */

/** Gateways with supported settlement files. */
export const settlementGateways = ['razorpay', 'payu'] as const;
export type SettlementGateway = (typeof settlementGateways)[number];

export const rowKinds = ['payment', 'refund', 'chargeback', 'chargeback-reversed', 'other'] as const;
export type RowKind = (typeof rowKinds)[number];

/**
 * `missing`: paid here, in no file; `unknown`: in a file, without our order; `not-paid`: settled, unpaid here; `amount`:
 * another amount; `twice`: one order paid repeatedly; `refund`, `chargeback`: reversed there and not here; `given-back`:
 * a chargeback was reversed and the payment is still reversed here; `on-hold`: not paid out yet; `two-forms`: a refund
 * or chargeback reported twice with different figures; `part-refund`: a partial refund in the books; `dispute`: the
 * payer's bank disputes a payment.
 */
export const differenceKinds = [
  'missing',
  'unknown',
  'not-paid',
  'amount',
  'twice',
  'refund',
  'chargeback',
  'given-back',
  'on-hold',
  'two-forms',
  'part-refund',
  'dispute',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
/** Kinds that trigger a query of the gateway. */
export const askedKinds = ['not-paid', 'refund', 'chargeback'] as const satisfies readonly DifferenceKind[];

/** Open; closed by a user; resolved automatically, because both sides agree now. */
export const differenceStates = ['open', 'closed', 'gone'] as const;
export type DifferenceState = (typeof differenceStates)[number];

/** `reverse`: the money was refunded; `restore`: it was received again. */
export const differenceActs = ['note', 'take', 'ask', 'close', 'reverse', 'restore'] as const;
export type DifferenceAct = (typeof differenceActs)[number];

/** So many days may pass between a payment and the settlement file it is in. */
export const daysUntilMissing = 3;

const actsOf: Readonly<Record<DifferenceKind, readonly DifferenceAct[]>> = {
  missing: ['ask'],
  unknown: [],
  'not-paid': ['ask'],
  amount: [],
  twice: [],
  refund: ['ask', 'reverse'],
  chargeback: ['ask', 'reverse'],
  'given-back': ['ask', 'restore'],
  'on-hold': ['ask'],
  'two-forms': [],
  'part-refund': ['ask'],
  dispute: ['ask', 'reverse'],
};
/** Not permitted for the sender of its file. */
export const decidingActs: readonly DifferenceAct[] = ['close', 'reverse', 'restore'];

/** A file to re-read: incomplete, partly unread, or stalled. */
export const mayReadAgain = (
  { state, wrong, sentAt }: { state: string; wrong: number; sentAt: string },
  now: Date,
): boolean =>
  state === 'failed' ||
  (state === 'read' && wrong > 0) ||
  (state === 'waiting' && now.getTime() - Date.parse(sentAt) > 15 * 60_000);

/** Actions available for a difference now. */
export const mayDo = (
  { kind, state }: { kind: DifferenceKind; state: DifferenceState },
  act: DifferenceAct,
): boolean =>
  act === 'note' || (state === 'open' && (act === 'take' || act === 'close' || actsOf[kind].includes(act)));
