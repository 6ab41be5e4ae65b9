import { queueScreenText as say } from '#contexts/sync/text/en/queue-screen.ts';
import type { OutboxItem } from '#kernel/offline/outbox/item.ts';

/** The server's message for a failure; ours without a response. */
export function reasonOf({ lastErr }: OutboxItem): string {
  if (!lastErr) return '';
  return (lastErr.fault === 'permanent' && lastErr.words) || say.faults[lastErr.fault];
}
