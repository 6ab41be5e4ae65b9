import { appText } from '#text/en/app.ts';
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';

/** What a person may read about a call that failed. */
export function failureWords(error: unknown): string {
  if (error instanceof ApiFailure) return error.words;
  return error instanceof Unreachable ? appText.notReached : appText.broken;
}
