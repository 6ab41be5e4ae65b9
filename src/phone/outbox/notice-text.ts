import type { FailureFacts } from '#kernel/contract/failure.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';
import { queueScreenText } from '#contexts/sync/text/en/queue-screen.ts';

/** Notice about an accepted entry for its author; undefined when saved unchanged. */
export function noticeText(said: Verdict | undefined, notices: readonly Notice[]): string | undefined {
  if (said === 'NEEDS_REVIEW') return queueScreenText.inReview;
  if (said === 'DUPLICATE_OF') return queueScreenText.duplicate;
  const sentences: Partial<Record<string, (facts: FailureFacts) => string>> = queueScreenText.notices;
  const known = notices.find(({ code }) => sentences[code]);
  return known && sentences[known.code]?.(known.facts ?? {});
}
