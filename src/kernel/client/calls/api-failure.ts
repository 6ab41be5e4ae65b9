import type { FailureBody, FailureCode, FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';

type Words = Readonly<Record<string, (facts: FailureFacts) => string>>;
let known: Words | undefined;
/**
 * Loads failure messages in the user's language, in a separate file that a first visit does not need. API calls load
 * it before they report a failure; without it the server's message is shown.
 */
export const learnRefusals = async (): Promise<void> => {
  known ??= await import('#text/en/failures.ts').then(
    ({ failuresText }) => failuresText,
    () => undefined,
  );
};

/** The server rejected the request or failed; `words` is a message for the user. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly fields: readonly FieldIssue[];
  readonly requestId: string;
  private readonly said: string;
  constructor(status: number, body: Partial<FailureBody>) {
    const code = body.code && (!known || body.code in known) ? body.code : codeOf(status);
    super(code);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.facts = body.facts ?? {};
    this.fields = body.fields ?? [];
    this.requestId = body.requestId ?? '';
    this.said = body.message ?? '';
  }
  get words(): string {
    return known?.[this.code]?.(this.facts) ?? this.said;
  }
}

/** Nothing of ours answered: no network, a dead server, or a captive portal (`ours.ts`). */
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
/** For answers of ours without a body that can be read. */
const codeOf = (status: number): FailureCode => plain[status] ?? 'BROKEN';
