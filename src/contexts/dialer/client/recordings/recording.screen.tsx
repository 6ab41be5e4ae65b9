/** One recording: its call, player and audio analysis. */
import { Link } from 'react-router-dom';
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { recordingsText as say } from '#contexts/dialer/text/en/recordings.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { ListSkeleton, ListState, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { clockText, dayWords, minutesText } from '#kernel/ui/parts/values/format.ts';
import { Scores } from '../quality/scores.tsx';
import { Player } from './player.tsx';
import css from './recording.module.css';
import { Picks, type RecordedCall, whoOf } from './recordings.screen.tsx';

/** `list` is where all of them are, in the shell. */
export const recordingScreen = (list: string) =>
  function RecordingScreen() {
    const id = useUrlState().get('id');
    const isKey = id !== undefined && /^\d{1,15}$/.test(id);
    return (
      <div className={css.page}>
        <Link className={look.link} to={list}>
          {say.toList}
        </Link>
        {isKey ? <Read id={id} /> : <Nothing />}
      </div>
    );
  };

const Nothing = () => (
  <>
    <h1 className={css.title}>{say.one}</h1>
    <ListState error={null} empty={say.choose} onRetry={() => undefined} />
  </>
);

function Read({ id }: { id: string }) {
  const { data, error, refetch } = useRead(recordings.one, { id });
  if (error && !data) return <ListTrouble error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton isPhone columns={1} />;
  return <One of={data} />;
}

function One({ of }: { of: RecordedCall }) {
  const day = clockText(of.startTime);
  const mayScore = useMay()(callReviews.of.can);
  return (
    <article className={css.one} data-scored={mayScore || undefined}>
      <header>
        <h1 className={css.title}>{whoOf(of)}</h1>
        <p>
          {[`${dayWords(day.slice(0, 10))} ${day.slice(11)}`, of.agent, of.disposition ?? of.status]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>{[of.loanNumber, of.client, of.campaign].filter(Boolean).join(' · ')}</p>
        <p className={css.picks}>
          <Picks {...of} />
        </p>
      </header>
      <div className={css.beside}>
        <div className={css.sound}>
          <Player referenceId={of.referenceId} />
          <Figures {...of} />
        </div>
        {mayScore && <Scores callId={of.id} />}
      </div>
    </article>
  );
}

function Figures({ sound }: RecordedCall) {
  if (!sound) return <p className={css.none}>{say.unmeasured}</p>;
  const { silenceSeconds, longestSilence, loudSeconds, interruptions } = sound;
  const facts: readonly (readonly [string, string])[] = [
    [say.silence, minutesText(silenceSeconds)],
    [say.longest, minutesText(longestSilence)],
    [say.loud, minutesText(loudSeconds)],
    [say.interruptions, interruptions === null ? say.unknowable : String(interruptions)],
  ];
  return (
    <dl className={css.figures} aria-label={say.sound}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
