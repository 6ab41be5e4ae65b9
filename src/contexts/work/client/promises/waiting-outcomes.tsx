/** Above an offline list: unsent dispositions of this phone. */
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { queueText } from '#text/en/queue.ts';
import type { WaitingKind } from '#phone/outbox/waiting/waiting-of.ts';
import { borrowerDispositionsText as say } from '#contexts/work/text/en/borrower-dispositions.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './promises.module.css';

/** A day without a network leaves hundreds; the screen of the queue lists all of them. */
const most = 20;

export function WaitingOutcomes({ only }: { only?: WaitingKind }) {
  const isOnline = useOnline();
  const waiting = useWaitingOf({ only });
  // Online an entry is sent within a moment: the list would shift twice.
  if (isOnline || waiting.length === 0) return null;
  return (
    <ul className={css.waiting} aria-label={say.notSent}>
      {waiting.slice(0, most).map((item) => (
        <li key={item.id}>
          <span>{item.says ?? say.waiting}</span> <StatusPill tone="warn">{say.waiting}</StatusPill>
          <small>{momentText(new Date(item.createdAt).toISOString())}</small>
        </li>
      ))}
      {waiting.length > most && <li>{queueText.waitingCount(waiting.length)}</li>}
    </ul>
  );
}
