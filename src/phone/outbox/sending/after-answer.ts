/** Effects of the server's response to an entry on the screen. */
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { markStale } from '#kernel/client/calls/queries/query.ts';
import type { Outcome } from '#kernel/offline/outbox/ports.ts';

/** Milliseconds. */
const gather = 300;

/** The server's verdict is more than saved. */
/** `id` of the entry: its notice replaces the one that it is on this phone. */
export async function accepted(
  id: string,
  { said, notices = [] }: Extract<Outcome, { verdict: 'acked' }>,
  done?: string,
) {
  const isPlain = notices.length === 0 && (said === undefined || said === 'APPLIED');
  const words = isPlain ? undefined : (await import('../notice-text.ts')).noticeText(said, notices);
  if (words) notice.info(words, id);
  else if (done) notice.success(done, id);
}

/** Reloads data changed by a delivered entry. */
export async function spoil(cmd: string): Promise<void> {
  const { commandNamed } = await import('../../cache/commands.ts');
  const endpoint = commandNamed(cmd);
  if (endpoint) staleSoon([endpoint.domain, ...endpoint.touches]);
}

/** When hundreds arrive in a row, what is on screen is read again once, not hundreds of times. */
const stale = new Set<string>();
function staleSoon(domains: readonly string[]): void {
  if (stale.size === 0)
    setTimeout(() => {
      markStale([...stale]);
      stale.clear();
    }, gather);
  for (const domain of domains) stale.add(domain);
}
