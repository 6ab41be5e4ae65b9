import { queueScreenText as say } from '#contexts/sync/text/en/queue-screen.ts';
import { type ItemState, isSound } from '#kernel/offline/outbox/item.ts';
import { type Entry as Queued, isLocked, timeText } from '#phone/outbox/queue/queue-view.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './queue.module.css';
import { reasonOf } from './reason-of.ts';

const tones: Readonly<Record<ItemState, Tone>> = {
  queued: 'plain',
  sending: 'good',
  waiting: 'warn',
  auth: 'warn',
  attention: 'bad',
};

export type EntryAct = 'retry' | 'fix' | 'handOver' | 'discard' | 'remove';

/** Actions on an entry: rejected ones are corrected, sent to review or discarded; unsent ones may be withdrawn. */
function actsOf({ state, input, dispatchedAt, members }: Queued): EntryAct[] {
  if (state === 'attention')
    return [...(input && !members ? (['fix'] as const) : []), 'handOver', 'retry', 'discard'];
  if (state === 'waiting') return ['retry'];
  const isFresh = (members ?? [{ dispatchedAt }]).every((one) => one.dispatchedAt === undefined);
  return state === 'queued' && isFresh ? ['remove'] : [];
}

/** An entry: label, state, and why it has not arrived. */
export function Entry({ item, now, onAct }: { item: Queued; now: number; onAct: (act: EntryAct) => void }) {
  const { state, createdAt, attempts, lastErr } = item;
  const says = item.says ?? (isLocked(item) ? say.locked : say.noWords);
  if (!isSound(item))
    return (
      <li className={css.entry}>
        <p className={css.reason}>{say.damaged}</p>
        {createdAt > 0 && <p className={css.when}>{say.writtenAt(timeText(createdAt, now))}</p>}
        <div className={css.acts}>
          <button type="button" className={look.plain} onClick={() => onAct('discard')}>
            {say.discard}
          </button>
        </div>
      </li>
    );
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
        {actsOf(item).map((act) => (
          <button
            key={act}
            type="button"
            className={look.plain}
            onClick={() => onAct(act)}
            aria-label={`${say[act]}: ${says}`}
          >
            {say[act]}
          </button>
        ))}
      </div>
    </li>
  );
}
