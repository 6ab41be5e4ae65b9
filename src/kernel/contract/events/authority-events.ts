/** Of a request of authority: what is to be decided. */
interface RequestOf {
  kind: string;
  subjectId: number;
}

/** What becomes of what waits for a second person. */
export interface AuthorityEvents {
  /** Said yes to above one's limits: it waits for others. */
  'authority.asked': RequestOf;
  /** Said once more by somebody, who alone is told; it waits as it did. */
  'authority.asked-again': RequestOf;
  'authority.decided': RequestOf & { decision: string };
  /** No longer open, whatever closed it: it leaves the inboxes. */
  /** It was agreed to, or its 24 hours are over: the server did it, once. */
  'authority.done': RequestOf & { endpoint: string; askedBy: number };
  'authority.withdrawn': RequestOf;
  'authority.closed': RequestOf & { state: string };
  'authority.passed-on': RequestOf & { userId: number };
  /** Nobody decided in time: it went on by itself, or nobody is left. */
  'authority.moved-on': RequestOf;
  'authority.expired': RequestOf;
}
