/** What a settlement shows of itself. */
import * as z from 'zod/mini';
import { choice, day, flag, id, instant, nullable, rupees } from '#kernel/contract/field.ts';
import { instalment, plan } from './instalment-fields.ts';
import { settlementStatuses } from './settlement-rules.ts';

const word = z.nullable(z.string());
export const settlementRow = z.object({
  id: id(),
  loanId: id('loans'),
  /** The borrower. */
  customerId: id('borrowers'),
  amount: rupees(),
  settlementDate: day(),
  /** Its payment day has passed without the money: it is decided with a new day only. */
  isExpired: flag(),
  followUpDate: nullable(instant()),
  comment: z.string(),
  status: choice(settlementStatuses),
  /** The viewer's decision; null while pending. */
  statusData: nullable(
    z.object({
      status: z.string(),
      suggestedAmount: nullable(rupees()),
      reason: z.string(),
      userId: id('users'),
    }),
  ),
  suggestedAmount: nullable(rupees()),
  lastApprovalUser: nullable(id('users')),
  preApprovedAmount: nullable(rupees()),
  /** Of the principal outstanding, in percent; nothing where there is none (G106). */
  recoveryOnPos: z.nullable(z.number()),
  waiverOnPos: z.nullable(z.number()),
  isCollectionQuery: flag(),
  isClientQuery: flag(),
  sentToClientAt: nullable(instant()),
  clientStatus: word,
  clientComments: word,
  updatedClientAmount: nullable(rupees()),
  emailStatus: word,
  /** Above the approver's limit: the next approvers, and the deadline. */
  waitsFor: nullable(z.object({ people: z.array(z.string()), dueAt: instant() })),
  /** No other user is named as its approver. */
  isForYou: flag(),
  /** The viewer requested it or last changed its amount. */
  isYours: flag(),
  createdByName: z.string(),
  /** Agreement that this version replaces once the borrower accepts it. */
  replacesId: nullable(id('settlements')),
  /** True if the borrower accepted it or paid on it: a change is a new version. */
  isAgreed: flag(),
  /** Once it is approved: what becomes of it. */
  plan: nullable(plan),
  /** Two or more; empty where it is paid at once. */
  instalments: z.array(instalment),
  createdAt: instant(),
  /** Current agent of the loan. */
  settlementUser: nullable(z.object({ agentName: z.string() })),
  settlementLoan: z.object({
    loanNumber: z.string(),
    borrowerName: z.string(),
    client: z.string(),
    principalOutstanding: rupees(),
    totalOutstanding: rupees(),
    isDNC: flag(),
    /** Nothing is owed any more: it is not approved. */
    isPaidOff: flag(),
  }),
});
/** What happened to a settlement, on either side. */
export const settlementStep = z.object({
  id: z.int(),
  status: z.string(),
  comment: z.string(),
  amount: nullable(rupees()),
  createdByName: word,
  userRole: word,
  role: word,
  createdAt: instant(),
});
export const settlementRemark = z.object({
  id: id(),
  content: z.string(),
  isForClient: flag(),
  createdAt: instant(),
  createdUser: z.object({ firstName: z.string(), lastName: z.string(), roleName: z.string() }),
});
