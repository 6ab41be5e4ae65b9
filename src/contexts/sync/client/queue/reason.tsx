import { type FormEvent, useId, useState } from 'react';
import { queueScreenText as say } from '#contexts/sync/text/en/queue-screen.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './queue.module.css';

const longest = 300;

interface ReasonProps {
  title: string;
  /** Label of the entry. */
  about: string;
  why: string;
  label: string;
  isNeeded?: boolean;
  send: string;
  isGrave?: boolean;
  /** Throws on failure; then the sheet remains open. */
  onSend: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Remark for an action on a rejected entry. */
export function Reason({ title, about, why, label, isNeeded, send, isGrave, onSend, onClose }: ReasonProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isNeeded && !reason.trim()) return setFault(say.reasonNeeded);
    setBusy(true);
    try {
      await onSend(reason);
      onClose();
    } catch (error) {
      setFault(wordsOf(error) ?? say.needsNetwork);
      setBusy(false);
    }
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <form className={css.discard} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          <strong>{about}</strong>
        </p>
        <p className={css.about}>{why}</p>
        <label htmlFor={id}>{label}</label>
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
          <button type="button" className={look.plain} onClick={onClose}>
            {say.keep}
          </button>
          <button type="submit" className={isGrave ? look.danger : look.main} disabled={busy}>
            {send}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
