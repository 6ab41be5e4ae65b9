/** Actions on one settlement: by its state, and by the permission of each step. */
import { isAllowed, maySend } from '#contexts/settlements/contract/settlement-rules.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { appText } from '#text/en/app.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import type { UrlState } from '#kernel/client/app/url.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';

type Row = WireRow<typeof settlements.list>;
/** Opens its dialog; the open dialog is in the URL. */
const opens =
  (what: string) =>
  ({ id }: Row, set: UrlState['set']): void =>
    set({ open: what, settlement: String(id) }, 'push');

/** Approved, or its pending approver. */
export const approvedOr = ({ status, waitsFor }: Row): string =>
  status === 'Approved' ? say.approved : say.passedOn(waitsFor?.people.join(', ') ?? '');

const mayApprove = ({ status, isForYou, isYours, settlementLoan }: Row): boolean =>
  isAllowed('decide', status) && isForYou && !isYours && !settlementLoan.isPaidOff;

export const actions: readonly RowAction<Row>[] = [
  {
    label: say.approve,
    run: settlements.updateStatus,
    input: ({ id }) => ({ id, status: 'Approved' }),
    when: (row, actor) => !row.isExpired && mayApprove(row) && may(actor, 'approve_reject_settlement'),
    asks: ({ amount, settlementLoan }) => say.askApprove(money(amount), settlementLoan.borrowerName),
    says: { done: (answer) => approvedOr(answer as Row), failed: say.failed },
  },
  {
    label: say.approveWithDay,
    can: 'approve_reject_settlement',
    when: (row) => row.isExpired && mayApprove(row),
    run: opens('approve'),
  },
  {
    label: say.reject,
    can: 'approve_reject_settlement',
    // The requester withdraws it.
    when: ({ status, isForYou, isYours }) => isAllowed('decide', status) && (isForYou || isYours),
    run: opens('reject'),
  },
  {
    label: say.editAmount,
    can: 'update_settlement_amount',
    when: ({ status }) => isAllowed('amount', status),
    run: opens('amount'),
  },
  {
    label: say.sendToClient,
    run: settlements.sendToClient,
    input: ({ id }) => ({ ids: [id] }),
    when: ({ status, lastApprovalUser, statusData, sentToClientAt, isExpired }) =>
      !isExpired &&
      sentToClientAt === null &&
      maySend({ status, lastApprovalUser, viewerEntry: statusData?.userId }),
    asks: ({ settlementLoan }) => say.askSend(settlementLoan.client),
    says: { done: say.succeed, failed: say.failed },
  },
  {
    label: say.raiseQuery,
    can: settlements.raiseQuery.can,
    when: ({ status }) => isAllowed('query', status),
    run: opens('query'),
  },
  {
    label: say.reinitiate,
    can: settlements.reinitiate.can,
    when: ({ status, settlementLoan }) => isAllowed('reinitiate', status) && !settlementLoan.isPaidOff,
    run: opens('reinitiate'),
  },
  {
    label: say.undo,
    run: settlements.updateStatus,
    input: ({ id }) => ({ id, status: 'ReOpened' }),
    when: ({ status }, actor) => isAllowed('reopen', status) && may(actor, 'reopen_settlement'),
    asks: ({ isAgreed, settlementLoan: { borrowerName } }) =>
      isAgreed ? say.askVersion(borrowerName) : say.askUndo(borrowerName),
    says: { done: say.undone, failed: say.failed },
  },
  { label: say.sendMail, can: settlements.sendMail.can, run: opens('mail') },
  { label: say.documents, can: settlements.documents.can, run: opens('documents') },
  { label: say.remarks, can: settlements.remarks.can, run: opens('remarks') },
  { label: say.history, can: settlements.history.can, run: opens('history') },
  { label: say.timeline(appText.product), can: settlements.timeline.can, run: opens('timeline') },
  { label: say.clientTimeline, can: settlements.clientTimeline.can, run: opens('clientTimeline') },
];
