import { session } from '#kernel/contract/session.ts';
import { appText } from '#text/en/app.ts';
import { momentWords } from '#text/en/moments.ts';
import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import css from './account.module.css';
import { deviceOf } from './device.ts';
import { failureWords } from './failure-words.ts';

const at = (instant: string): string => momentWords(new Date(instant));

/** Where one's account is signed in, and the way to end that elsewhere. */
export function SessionsScreen() {
  const { data, error, refetch } = useRead(session.list, {});
  const end = useAct(session.end);
  const endOthers = useAct(session.endOthers);
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act();
      notice.success(done);
    } catch (failure) {
      notice.error(failureWords(failure));
    }
  };
  const busy = end.busy || endOthers.busy;
  return (
    <div className={css.page}>
      <h1>{say.sessionsTitle}</h1>
      <p className={css.about}>{say.sessionsAbout}</p>
      {error && !data && (
        <p className={css.fault} role="alert">
          {failureWords(error)}{' '}
          <button type="button" className={look.plain} onClick={refetch}>
            {appText.tryAgain}
          </button>
        </p>
      )}
      <ul className={css.sessions} aria-busy={!data && !error}>
        {data?.map((one) => (
          <SessionLine
            key={one.id}
            one={one}
            busy={busy}
            onEnd={() => void run(() => end.run({ id: String(one.id) }), say.sessionEnded)}
          />
        ))}
      </ul>
      {data && data.length > 1 ? (
        <button
          type="button"
          className={look.main}
          disabled={busy}
          onClick={() => void run(() => endOthers.run({}), say.othersEnded)}
        >
          {say.endOthers}
        </button>
      ) : (
        data && <p className={css.about}>{say.noOthers}</p>
      )}
    </div>
  );
}

interface LineProps {
  one: WireRow<typeof session.list>;
  busy: boolean;
  onEnd: () => void;
}

function SessionLine({ one, busy, onEnd }: LineProps) {
  const device = deviceOf(one.device);
  return (
    <li>
      <div>
        <strong title={one.device}>{device}</strong>
        {one.isThis && <em>{say.thisDevice}</em>}
        <span>
          {say.signedInAt} {at(one.createdAt)}
        </span>
        {one.from && (
          <span>
            {say.signedInFrom} {one.from}
          </span>
        )}
        <span>
          {say.lastSeenAt} {at(one.seenAt)}
        </span>
      </div>
      {!one.isThis && (
        <button
          type="button"
          className={look.plain}
          disabled={busy}
          onClick={onEnd}
          aria-label={`${say.endSession}: ${device}`}
        >
          {say.endSession}
        </button>
      )}
    </li>
  );
}
