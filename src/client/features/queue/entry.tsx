import { queueText as say } from '#text/en/queue.ts';
import type { ItemState, OutboxItem } from '#client/offline/item.ts';
import { timeText } from '#client/offline/queue-view.ts';
import { StatusPill, type Tone } from '#client/ui/status-pill.tsx';
import css from './queue.module.css';

const tones: Readonly<Record<ItemState, Tone>> = {
  queued: 'plain',
  sending: 'good',
  waiting: 'warn',
  auth: 'warn',
  attention: 'bad',
};

interface EntryProps {
  item: OutboxItem;
  now: number;
  onRetry: () => void;
  onRemove: () => void;
  onDiscard: () => void;
}

/** One entry in its author's words, how it stands, and why it has not arrived. */
export function Entry({ item, now, onRetry, onRemove, onDiscard }: EntryProps) {
  const { state, says, createdAt, attempts, lastErr, dispatchedAt } = item;
  return (
    <li className={css.entry}>
      <div className={css.what}>
        <strong>{says}</strong>
        <StatusPill tone={tones[state]}>{say.states[state]}</StatusPill>
      </div>
      <p className={css.when}>
        {say.writtenAt(timeText(createdAt, now))}
        {lastErr && ` · ${say.triedAt(attempts, timeText(lastErr.at, now))}`}
      </p>
      {lastErr && <p className={state === 'attention' ? css.reason : css.when}>{reasonOf(item)}</p>}
      <div className={css.acts}>
        {(state === 'attention' || state === 'waiting') && (
          <button type="button" className={css.plain} onClick={onRetry} aria-label={`${say.retry}: ${says}`}>
            {say.retry}
          </button>
        )}
        {state === 'attention' && (
          <button
            type="button"
            className={css.plain}
            onClick={onDiscard}
            aria-label={`${say.discard}: ${says}`}
          >
            {say.discard}
          </button>
        )}
        {state === 'queued' && dispatchedAt === undefined && (
          <button
            type="button"
            className={css.plain}
            onClick={onRemove}
            aria-label={`${say.remove}: ${says}`}
          >
            {say.remove}
          </button>
        )}
      </div>
    </li>
  );
}

/** The server's own sentence where it said no; ours where it said nothing. */
function reasonOf({ lastErr }: OutboxItem): string {
  if (!lastErr) return '';
  return (lastErr.fault === 'permanent' && lastErr.words) || say.faults[lastErr.fault];
}
