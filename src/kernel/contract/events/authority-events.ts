/** Of a request of authority: what is to be decided. */
interface RequestOf {
  kind: string;
  subjectId: number;
}

/** Events of requests that need a second approver. */
export interface AuthorityEvents {
  /** Approved above the approver's limit: pending with others. */
  'authority.asked': RequestOf;
  /** Repeated by a user; only that user is notified, and it remains pending. */
  'authority.asked-again': RequestOf;
  'authority.decided': RequestOf & { decision: string };
  /** No longer open, whatever closed it: it leaves the inboxes. */
  /** Approved, or its 24 hours have passed: the server applied it once. */
  'authority.done': RequestOf & { endpoint: string; askedBy: number };
  'authority.withdrawn': RequestOf;
  'authority.closed': RequestOf & { state: string };
  'authority.passed-on': RequestOf & { userId: number };
  /** Undecided in time: escalated, or without any approver. */
  'authority.moved-on': RequestOf;
  'authority.expired': RequestOf;
}
