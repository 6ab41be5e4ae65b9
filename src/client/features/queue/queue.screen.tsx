import { useState } from 'react';
import { queueText as say } from '#text/en/queue.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useOnline } from '#client/kernel/online.ts';
import type { OutboxItem } from '#client/offline/item.ts';
import { queueActs, useQueue } from '#client/offline/use-queue.ts';
import { Discard } from './discard.tsx';
import { Entry } from './entry.tsx';
import css from './queue.module.css';

/** More than anybody reads; a phone that sends hundreds must not draw them all again and again. */
const mostShown = 50;

/** What waits on this phone, what was refused and why, and what a person can do about it. */
export function QueueScreen() {
  const { items, others, at } = useQueue();
  const online = useOnline();
  const [discarding, setDiscarding] = useState<OutboxItem>();
  const remove = async (id: string): Promise<void> => {
    if (await queueActs.remove(id)) notice.success(say.removed);
    else notice.warning(say.alreadySent);
  };
  const canSend = online && items.some(({ state }) => state === 'queued' || state === 'waiting');
  // Refused entries first: they wait for the person, the others only for the network.
  const sorted = items.toSorted((a, b) => Number(b.state === 'attention') - Number(a.state === 'attention'));
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>{say.title}</h1>
        {canSend && (
          <button type="button" className={css.main} onClick={queueActs.sendNow}>
            {say.sendNow}
          </button>
        )}
      </div>
      {items.length > 0 && <p className={css.about}>{say.about}</p>}
      {others > 0 && <p className={css.others}>{say.others(others)}</p>}
      <ul className={css.entries}>
        {sorted.slice(0, mostShown).map((item) => (
          <Entry
            key={item.id}
            item={item}
            now={at}
            onRetry={() => void queueActs.retry(item.id)}
            onRemove={() => void remove(item.id)}
            onDiscard={() => setDiscarding(item)}
          />
        ))}
      </ul>
      {items.length > mostShown && <p className={css.about}>{say.more(items.length - mostShown)}</p>}
      {items.length === 0 && (
        <div className={css.empty}>
          <p>{say.empty}</p>
          <p className={css.about}>{say.emptyAbout}</p>
        </div>
      )}
      {discarding && <Discard item={discarding} onClose={() => setDiscarding(undefined)} />}
    </div>
  );
}
