/** Failure codes of the server with their HTTP status. The messages are in `text/<locale>/failures.ts`. */
export const failureStatus = {
  BAD_JSON: 400,
  BAD_REQUEST: 400,
  KEY_MISSING: 400,
  NOT_SIGNED_IN: 401,
  USER_DISABLED: 401,
  WRONG_PASSWORD: 401,
  SIGNATURE_WRONG: 401,
  FORBIDDEN: 403,
  SIGN_IN_AGAIN: 403,
  FOREIGN_ORIGIN: 403,
  ACTOR_MISMATCH: 403,
  NOT_YOURS: 403,
  NOT_FOUND: 404,
  LOAN_GONE: 404,
  LOAN_UNKNOWN: 404,
  TAKEN: 409,
  IN_PROGRESS: 409,
  IN_USE: 409,
  CAMPAIGN_INACTIVE: 409,
  CERTIFICATE_EXPIRED: 409,
  CHANGED_MEANWHILE: 409,
  CONTACT_BLOCKED: 409,
  DIALER_BUSY: 409,
  DIALER_NOT_IDLE: 409,
  DIALER_OFF: 409,
  NO_MAIL_SERVER: 409,
  NO_EXCHANGE: 409,
  NO_CALLER_ID: 409,
  RECORDING_FAILED: 409,
  LEG_NOT_POSSIBLE: 409,
  LISTEN_NOT_POSSIBLE: 409,
  REVIEW_NOT_POSSIBLE: 409,
  REPLAY_NOT_POSSIBLE: 409,
  TRANSFER_NOT_POSSIBLE: 409,
  DISPOSITIONS_PENDING: 409,
  TASK_OVER: 409,
  PORTFOLIO_IN_USE: 409,
  TARGET_EXISTS: 409,
  IMPORT_NOT_READY: 409,
  IMPORT_NOT_LAST: 409,
  LOANS_NOT_ANSWERED: 409,
  MISSING_NOT_CONFIRMED: 409,
  AMOUNT_NOT_CONFIRMED: 409,
  NOT_CONFIRMED: 409,
  MORE_MATCH: 409,
  IMPORT_BUILT_ON: 409,
  ERASE_LOAN_ACTIVE: 409,
  ERASE_TOO_SOON: 409,
  ERASE_HELD: 409,
  ERASED_ALREADY: 409,
  SECOND_FACTOR_ON: 409,
  SECOND_FACTOR_OFF: 409,
  SECOND_FACTOR_REQUIRED: 409,
  SETTLEMENT_OPEN: 409,
  ALREADY_SETTLED: 409,
  LOAN_PAID_OFF: 409,
  SETTLEMENT_STATE: 409,
  SETTLEMENT_EXPIRED: 409,
  COMPLAINT_STATE: 409,
  COMPLAINT_OPEN: 409,
  COMPLAINT_LIMIT: 409,
  HOLD_OF_COMPLAINT: 409,
  RESTORE_CHANGED: 409,
  RESTORE_REFERENCE: 409,
  WAITS_FOR_OTHERS: 409,
  WAITS_A_DAY: 409,
  EXPORT_LIMITED: 409,
  PAYMENT_DECIDED: 409,
  CASH_DAY_CLOSED: 409,
  CASH_OVER_LIMIT: 409,
  CASH_TOO_OLD: 409,
  SAME_OUTCOME: 409,
  CASH_NUMBER: 422,
  MESSAGE_TELLS: 422,
  CASH_LESS: 409,
  OWN_DEPOSIT: 422,
  LINK_EXPIRED: 410,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  INVALID_INPUT: 422,
  KEY_REUSED: 422,
  COMMAND_UNKNOWN: 422,
  SEAL_BROKEN: 422,
  WRONG_CODE: 422,
  WEAK_PASSWORD: 422,
  BUILT_IN: 422,
  HIERARCHY_CYCLE: 422,
  RANK_TOO_HIGH: 422,
  NOT_HELD: 422,
  OWN_ACCOUNT: 422,
  HAS_PASSWORD: 422,
  DATE_IN_PAST: 422,
  ONE_TIME_SETTLEMENT: 422,
  INSTALMENTS_MISSING: 422,
  AMOUNT_DISAGREES: 422,
  DATE_IN_FUTURE: 422,
  NOT_CSV: 422,
  WRONG_FILE_TYPE: 422,
  FILE_MISSING: 422,
  COLUMNS_MISSING: 422,
  NO_PAYMENT_ACCOUNT: 422,
  NOT_YOUR_PAPER: 422,
  AMOUNT_ABOVE_DUE: 422,
  ADDRESS_NOT_ALLOWED: 422,
  DIFFERENCE_STATE: 409,
  FILE_STATE: 409,
  OWN_COMPLAINT: 422,
  OWN_DIFFERENCE: 422,
  OWN_SETTLEMENT: 422,
  WAIVER_ABOVE_LIMIT: 422,
  ABOVE_AUTHORITY: 422,
  AUTOPAY_NOT_OFFERED: 422,
  NOT_YOURS_TO_REJECT: 422,
  WAITS_ALREADY: 422,
  NO_EMAIL_ADDRESS: 422,
  OWN_REQUEST: 422,
  NOBODY_MAY: 422,
  CLIENT_TOO_OLD: 426,
  TOO_MANY_REQUESTS: 429,
  BROKEN: 500,
  FILE_DAMAGED: 500,
  AGENCY_SUSPENDED: 503,
  BUSY: 503,
  COUNTING: 503,
  NO_GATEWAY: 503,
} as const;
export type FailureCode = keyof typeof failureStatus;
export type FailureFacts = Readonly<Record<string, string | number>>;

/** Why a field was rejected; the form has the messages. */
export type FieldFault =
  'required' | 'too_long' | 'too_short' | 'too_big' | 'too_small' | 'unknown' | 'invalid' | 'taken';
export interface FieldIssue {
  path: string;
  fault: FieldFault;
}

/** Failure with a code and facts, never a sentence. Every other error thrown is a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly fields: readonly FieldIssue[];
  constructor(code: FailureCode, facts: FailureFacts = {}, fields: readonly FieldIssue[] = []) {
    super(code);
    this.code = code;
    this.facts = facts;
    this.fields = fields;
  }
}

/** Response body of a failed call. */
export interface FailureBody {
  statusCode: number;
  code: FailureCode;
  message: string;
  facts: FailureFacts;
  fields?: readonly FieldIssue[];
  requestId: string;
}
