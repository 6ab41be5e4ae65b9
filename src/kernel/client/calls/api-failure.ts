import type { FailureBody, FailureCode, FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';
import { failuresText } from '#text/en/failures.ts';

/** The server refused, or broke; `words` is what a person may read. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly fields: readonly FieldIssue[];
  readonly requestId: string;
  constructor(status: number, body: Partial<FailureBody>) {
    const code = body.code && body.code in failuresText ? body.code : codeOf(status);
    super(code);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.facts = body.facts ?? {};
    this.fields = body.fields ?? [];
    this.requestId = body.requestId ?? '';
  }
  get words(): string {
    return failuresText[this.code](this.facts);
  }
}

/** Nothing of ours answered: no network, a dead server, or a captive portal. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('Unreachable', { cause });
    this.name = 'Unreachable';
  }
}

/** What a person may read about this error, if it carries a sentence. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof Error && 'words' in error && typeof error.words === 'string' ? error.words : undefined;

const plain: Readonly<Record<number, FailureCode>> = {
  400: 'BAD_REQUEST',
  401: 'NOT_SIGNED_IN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  422: 'INVALID_INPUT',
  429: 'TOO_MANY_REQUESTS',
  503: 'BUSY',
};
/** For answers that are not ours, such as a proxy's page. */
const codeOf = (status: number): FailureCode => plain[status] ?? 'BROKEN';
