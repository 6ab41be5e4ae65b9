import { Link } from 'react-router-dom';
import { queueText } from '#text/en/queue.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useQueuePill } from '#phone/outbox/queue/use-queue.ts';
import { shellOf } from '#kernel/ui/module.ts';
import { screens } from '../screens/screens.ts';
import css from './shell.module.css';

const queuePath = '/queue';

/** Connection state and unsent items: text and a shape, never colour alone. */
export function ConnectionPill() {
  const { text, online, refused } = useQueuePill();
  const shell = shellOf(useActor().roleType);
  const hasQueue = screens.some((screen) => screen.path === queuePath && screen.shell === shell);
  const inside = (
    <>
      <i aria-hidden="true" />
      {text}
      {refused > 0 && (
        <b className={css.needsYou} title={queueText.needsYou(refused)}>
          <span aria-hidden="true">{refused}</span>
          <span className={css.unseen}>{queueText.needsYou(refused)}</span>
        </b>
      )}
    </>
  );
  return (
    <span role="status" className={css.pillHolder}>
      {hasQueue ? (
        <Link to={queuePath} className={css.pill} data-online={online}>
          {inside}
        </Link>
      ) : (
        <span className={css.pill} data-online={online}>
          {inside}
        </span>
      )}
    </span>
  );
}
