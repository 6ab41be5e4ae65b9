/** Monitoring of an agent's call from the floor in one click, and the supervisor's mode. */
import { Checkbox } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { listenModes, listening } from '#contexts/dialer/contract/call-control/listening.ts';
import { listeningText as say } from '#contexts/dialer/text/en/listening.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import '#kernel/ui/parts/theme/styles.ts';
import css from './listening.module.css';

const pollMs = 5000;
const failed = (error: unknown): void => notice.warning(wordsOf(error) ?? say.failed);

export function ListenButton({ agent }: { agent: { id: number; agentName: string } }) {
  const { run, busy } = useAct(listening.start);
  return (
    <button
      type="button"
      className={look.plain}
      aria-label={say.listenTo(agent.agentName)}
      disabled={busy}
      onClick={() => void run({ userId: agent.id, mode: 'listen' }).catch(failed)}
    >
      <IconHeadphones size={18} stroke={1.75} aria-hidden="true" />
      {say.listen}
    </button>
  );
}

/** The setting for administrators of the exchange. */
export function ListenRule() {
  const { data } = useRead(listening.rule, {});
  const { run, busy } = useAct(listening.setRule);
  // Shown before the response arrives, so that nothing below moves.
  return (
    <Checkbox
      label={say.rule}
      description={say.ruleHint}
      checked={data?.isShown ?? false}
      indeterminate={!data}
      disabled={busy || !data}
      onChange={({ currentTarget: { checked } }) =>
        void run({ isShown: checked }).catch((error: unknown) =>
          notice.warning(wordsOf(error) ?? say.ruleFailed),
        )
      }
    />
  );
}

export function ListenBar() {
  const { data } = useRead(listening.now, {}, { refetchInterval: pollMs });
  const change = useAct(listening.change);
  const takeOver = useAct(listening.takeOver);
  const stop = useAct(listening.stop);
  if (!data) return null;
  const { agentName, mode, isThere, isShown } = data;
  const isBusy = change.busy || takeOver.busy || stop.busy;
  const press = (work: Promise<unknown>): void => void work.catch(failed);
  return (
    <section className={css.bar} aria-label={say.how}>
      <p role="status">
        {isThere ? say.now[mode](agentName) : say.rings(agentName)}
        {mode === 'listen' && <small> {isShown ? say.seen(agentName) : say.unseen(agentName)}</small>}
      </p>
      <div role="group" aria-label={say.how}>
        {isThere &&
          listenModes.map((one) => (
            <button
              key={one}
              type="button"
              className={look.plain}
              aria-pressed={mode === one}
              data-on={mode === one || undefined}
              disabled={isBusy}
              onClick={() => press(change.run({ mode: one }))}
            >
              {say.modes[one]}
            </button>
          ))}
        {isThere && (
          <button
            type="button"
            className={look.main}
            disabled={isBusy}
            onClick={() => press(takeOver.run({}))}
          >
            {say.takeOver}
          </button>
        )}
        <button type="button" className={look.danger} disabled={isBusy} onClick={() => press(stop.run({}))}>
          {say.stop}
        </button>
      </div>
    </section>
  );
}
