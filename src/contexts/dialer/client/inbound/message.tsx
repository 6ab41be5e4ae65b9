/** The voice message of a missed call, to play and to transcribe. */
import { useState } from 'react';
import { missedCalls } from '#contexts/dialer/contract/missed-calls.ts';
import { missedCallsText as say } from '#contexts/dialer/text/en/missed-calls.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './message.module.css';

interface Left {
  id: number;
  hasMessage: boolean;
  transcript: string;
}

export function CallerMessage({ id, hasMessage, transcript }: Left) {
  const [isOpen, setIsOpen] = useState(false);
  if (!hasMessage) return null;
  return (
    <>
      <button
        type="button"
        className={`${look.plain} ${look.small}`}
        onClick={(event) => {
          // Stops the click from also opening the borrower page.
          event.stopPropagation();
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {say.listen}
      </button>
      {isOpen && <Open id={id} transcript={transcript} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Open({ id, transcript, onClose }: { id: number; transcript: string; onClose: () => void }) {
  const { run, busy } = useAct(missedCalls.transcribe);
  const save = async (form: FormData): Promise<void> => {
    try {
      const written = form.get('transcript');
      await run({ id: String(id), transcript: typeof written === 'string' ? written : '' });
      notice.success(say.saved);
      onClose();
    } catch {
      notice.error(say.failed);
    }
  };
  return (
    <Sheet title={say.message} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said is written down below it */}
      <audio
        controls
        className={css.sound}
        aria-label={say.message}
        src={`/api${missedCalls.message.path.replace(':id', String(id))}`}
      />
      <form className={css.form} action={save}>
        <label htmlFor="transcript">{say.transcript}</label>
        <textarea id="transcript" name="transcript" rows={5} maxLength={2000} defaultValue={transcript} />
        <button type="submit" className={look.main} disabled={busy}>
          {say.save}
        </button>
      </form>
    </Sheet>
  );
}
