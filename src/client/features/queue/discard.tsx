import { type FormEvent, useId, useState } from 'react';
import { queueText as say } from '#text/en/queue.ts';
import { notice } from '#client/kernel/notice-store.ts';
import type { OutboxItem } from '#client/offline/item.ts';
import { queueActs } from '#client/offline/use-queue.ts';
import { Sheet } from '#client/ui/sheet.tsx';
import css from './queue.module.css';

const longest = 300;

/** Giving up a refused entry needs a reason, which stays. */
export function Discard({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const id = useId();
  const discard = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!reason.trim()) return setFault(say.reasonNeeded);
    if (await queueActs.discard(item.id, reason)) notice.success(say.discarded);
    else notice.warning(say.alreadySent);
    onClose();
  };
  return (
    <Sheet title={say.discardTitle} onClose={onClose}>
      <form className={css.discard} noValidate onSubmit={(event) => void discard(event)}>
        <p>
          <strong>{item.says}</strong>
        </p>
        <p className={css.about}>{say.discardAbout}</p>
        <label htmlFor={id}>{say.reason}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={longest}
          value={reason}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setReason(event.target.value)}
        />
        <p id={`${id}-fault`} className={css.fault} role="alert">
          {fault}
        </p>
        <div className={css.acts}>
          <button type="button" className={css.plain} onClick={onClose}>
            {say.keep}
          </button>
          <button type="submit" className={css.danger}>
            {say.discard}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
