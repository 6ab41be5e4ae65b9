/** Items queued for the previous agency of this host: shown once, by the reloaded page. */
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { queueText } from '#text/en/queue.ts';

const apartKey = 'recoup-apart';

export const noteApart = (count: number): void => sessionStorage.setItem(apartKey, String(count));

export function tellApart(): void {
  const count = Number(sessionStorage.getItem(apartKey));
  sessionStorage.removeItem(apartKey);
  if (count > 0) notice.warning(queueText.apart(count));
}
