/** Faults that stop or limit calls on the floor: the exchange is disconnected, does not record, or is late. */
import { exchange } from '#contexts/dialer/contract/exchange/state.ts';
import { floorText } from '#contexts/dialer/text/en/floor.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import css from './floor/floor.module.css';

type State = WireRow<typeof exchange.state>;
const pollMs = 10_000;
const say = floorText.exchange;

function RecordingFault({ of: { what, detail } }: { of: NonNullable<State['recordingFault']> }) {
  return (
    <div role="alert" className={css.alarm}>
      <p>{say.faults[what](detail)}</p>
      {what === 'no_folder' && <code>{say.folder(detail)}</code>}
      <p>{say.resumes}</p>
    </div>
  );
}

export function ExchangeBanner() {
  const { data } = useRead(exchange.state, {}, { refetchInterval: pollMs });
  if (!data?.hasExchange) return null;
  const { isHeard, recordingFault, lagMs, dials } = data;
  if (!isHeard)
    return (
      <p role="alert" className={css.alarm}>
        {say.notConnected}
      </p>
    );
  return (
    <>
      {recordingFault && <RecordingFault of={recordingFault} />}
      {dials !== 'free' && (
        <p role="alert" className={css.alarm}>
          {say[dials](((lagMs ?? 0) / 1000).toFixed(1))}
        </p>
      )}
    </>
  );
}
