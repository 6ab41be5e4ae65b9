import type { CashEvents } from './cash-events.ts';
import type { FileEvents } from './file-events.ts';
import type { HoldEvents } from './hold-events.ts';
import type { ProofEvents } from './proof-events.ts';
import type { AuthorityEvents } from './authority-events.ts';
import type { RecordingEvents } from './recording-events.ts';
import type { SignInEvents } from './sign-in-events.ts';
import type { SettlementEvents } from './settlement-events.ts';
import type { SummaryEvents } from './summary-events.ts';
import type { SystemEvents } from './system-events.ts';

/**
 * Events of writes. The part before the dot is the domain that becomes stale. Facts contain what history and audit
 * need and nothing a log must omit: no contacts, no secrets.
 */
interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

interface SavedView {
  list: string;
  name: string;
  isShared: boolean;
}

/** Why monitoring ended: by the supervisor, with the call, agent disconnected, or supervisor's phone unavailable. */
export type ListenEnd = 'stopped' | 'over' | 'left' | 'gone';

export interface Events
  extends
    SystemEvents,
    SignInEvents,
    RecordingEvents,
    CashEvents,
    FileEvents,
    ProofEvents,
    AuthorityEvents,
    HoldEvents,
    SettlementEvents,
    SummaryEvents {
  'status.jobs-retried': { count: number };
  'access.denied': { endpoint: string; code: string };
  'users.created': { roleId: number };
  'users.updated': Changed;
  'users.invited': Record<never, never>;
  'users.second-factor-reset': Record<never, never>;
  'users.exported': { rows: number };
  'list-views.created': SavedView;
  'list-views.updated': SavedView;
  'list-views.removed': SavedView;
  'roles.removed': { slug: string };
  'permissions.changed': { added: readonly string[]; removed: readonly string[] };
  'campaigns.mapped': { add: boolean; userIds: readonly number[] };
  'dispositions.swapped': { from: number; to: number };
  'dnc.changed': { loanId: number; status: string };
  'files.link-minted': { purpose: string; maxBytes: number };
  'files.stored': { purpose: string; bytes: number };
  'files.read': { purpose: string };
  'borrower-documents.added': { borrowerId: number };
  'borrower-documents.removed': { borrowerId: number; name: string };
  'files.job-added': { type: string; clientId: number; portfolioId: number };
  'files.export-added': { exportType: string; filters: readonly string[] };
  'borrower-dispositions.recorded': {
    loanId: number;
    dispositionId: number;
    subDispositionId: number | null;
    amount: number | null;
    actionDate: string | null;
  };
  /** What became of a promise to pay. */
  'borrower-dispositions.judged': {
    loanId: number;
    before: string;
    after: string;
    received: number;
  };
  /** An entry recorded long ago was delivered again. */
  'borrower-dispositions.repeated': { loanId: number };
  /** The disposition of a call was revised. */
  'borrower-dispositions.revised': Changed & { loanId: number };
  /** Where it went is in the message, not here. */
  'payment-links.generated': { loanId: number; amount: number | null; channel: string; isNewNumber: boolean };
  'payment-links.revoked': { loanId: number };
  'payment-links.blocked': { loanId: number; rule: string };
  'pay.initiated': { loanId: number; amount: number; gateway: string; source: string };
  'pay.nobody-told': { loanId: number; state: string };
  'pay.numbers-tried': { path: string; times: number };
  'ledger.confirmed': Record<never, never>;
  /** An opening was removed and recreated. */
  'ledger.remade': { before: number };
  'payments.settled': { loanId: number; amount: number; gateway: string; before: string; after: string };
  /** A partial refund at the gateway: total paise refunded. */
  'payments.refunded': { loanId: number; amount: number; refunded: number; gateway: string };
  'payments.quarantined': { gateway: string; reason: string };
  /** In suspense until a user decides. */
  'payments.held': { loanId: number | null; count: number };
  'payments.decided': { loanId: number; amount: number; reason: string; decision: string };
  /** Written to many at once; to whom is in the messages. */
  'communication-dashboard.sent': {
    channel: string;
    templateId: number;
    loanIds: readonly number[];
    sent: number;
  };
  'communications.refreshed': { asked: number };
  /** Recorded calls of a file. */
  'communications.ivr-changed': { isStarted: boolean };
  /** Queued entries of a device arrived: how many, and how many were rejected. */
  'sync.delivered': { deviceId: string; items: number; refused: number };
  'sync-reviews.held': { cmd: string; reasons: readonly string[] };
  'sync-reviews.accepted': { key: string; authorId: number; cmd: string };
  'sync-reviews.rejected': { key: string; authorId: number; cmd: string; note: string };
  /** A contact took place although the number was on the DNC list. */
  'dnc.contacted': { at: string };
  'sync-reviews.lost': { deviceId: string; fault: string; entries: number };
  'sync-reviews.loss-seen': { authorId: number };
  'sync-reviews.sent-for-review': { cmd: string; code: string };
  'sync.device-trusted': { deviceId: string };
  /** A device delivered entries of a closed account. */
  'sync.handed-in': { deviceId: string; authorId: number; items: number };
  'sync.discarded': { deviceId: string; items: readonly { key: string; cmd: string; code: string | null }[] };
  /** A phone with retryable entries and a reachable server that sends nothing. */
  'sync.stuck': { deviceId: string; waiting: number; oldestMinutes: number; fault: string };
  'loans.contacts-changed': { contacts: readonly string[]; writtenAt?: string };
  /** Which number and why, never the number. */
  'loans.revealed': { contact: string; reason: string };
  /** The borrower's identity was erased. */
  'loans.twins-checked': { kind: string; loanNumber: string; otherNumber: string };
  'loans.erased': { borrowerId: number; reason: string; files: number };
  'loans.leader-changed': { groupId: number; before: number | null; after: number };
  'loans.handed-over': { from: number; userIds: readonly number[]; loans: number };
  'loans.assigned': { loanIds: readonly number[]; userIds: readonly number[]; campaignId: number };
  /** No longer worked. */
  'loans.deactivated': { loanIds: readonly number[] };
  'loans.allocated': { loanIds: readonly number[]; allocationTypeId: number };
  /** `writtenAt` where it waited on a phone. */
  'loans.tagged': { name: string; writtenAt?: string };
  'loans.untagged': { name: string; writtenAt?: string };
  /** A queued entry found the tag already in the requested state. */
  'loans.tag-kept': { name: string; writtenAt?: string };
  'users-task.created': { name: string; userId: number; loans: number };
  'users-task.updated': Changed;
  /** Where it was is in the visit, not here. */
  'visits.recorded': { loanId: number; outcome: string; place: string; rule?: string | null };
  'visits.repeated': { loanId: number };
  'visits.blocked': { loanId: number; rule: string };
  'visits.photo-part': { loanId: number; part: number };
  'visits.photo-added': { loanId: number; bytes: number };
  'processes.updated': Changed;
  /** An agent changed their published status. */
  'dialer.moved': { campaignId: number; before: string; after: string };
  'dialer.called': { callRefNo: string; loanId: number; mode: string };
  'dialer.ended': { callRefNo: string };
  /** An inbound call was answered or declined. */
  'dialer.answered': { callRefNo: string };
  'dialer.declined': { callRefNo: string };
  /** An agent's browser has opened their line. */
  'dialer.line-ready': Record<never, never>;
  'dialer.muted': { isMuted: boolean };
  'dialer.spoke': { callRefNo: string; who: string };
  'dialer.held': { isHeld: boolean };
  /** An agent resumed a call after losing audio. */
  'dialer.resumed': { callRefNo: string };
  'dialer.keys-pressed': { count: number };
  'dialer.swapped': { callRefNo: string };
  'dialer.identified': { isTheirs: boolean };
  'transfers.started': {
    callRefNo: string;
    toUserId: number | null;
    numberId: number | null;
    isBlind: boolean;
  };
  'transfers.completed': { callRefNo: string };
  'transfers.cancelled': { callRefNo: string };
  /** A supervisor monitors an agent's call, and the mode; the duration is in call_listens. */
  'listening.started': { callRefNo: string; agentId: number; mode: string };
  'listening.changed': { agentId: number; before: string; after: string };
  'listening.rule-set': Changed;
  'listening.taken-over': { agentId: number };
  'listening.stopped': { userId: number; agentId: number; why: ListenEnd };
  'payment-accounts.keys-changed': { gateway: string };
  'dialer.blocked': { loanId: number; rule: string };
  'leads.cleared': { leads: number };
  'leads.reset': { leads: number };
  'leads.mixed': Changed;
  'missed-calls.closed': Record<never, never>;
  'missed-calls.transcribed': { letters: number };
  'machine-messages.set': Changed;
  'voice-opt-ins.set': { loanId: number; contact: string; isAgreed: boolean };
  'redial.set': Changed;
  'redial.cleared': Changed;
}

/** Events of every master, after the name of its domain and a dot. */
export interface MasterEvents {
  created: { after: Record<string, unknown> };
  updated: Changed;
}
export type EventType = keyof Events;
