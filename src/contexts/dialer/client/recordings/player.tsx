/** Recording player: waveform, speed, silence skipping, all usable by keyboard. */
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { recordingsText as say } from '#contexts/dialer/text/en/recordings.ts';
import { ask } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { ListTrouble } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { minutesText } from '#kernel/ui/parts/values/format.ts';
import css from './player.module.css';
import { type Heard, useSound } from './use-sound.ts';

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;
const jump = 10;
/** Seconds of a silence that are played at its start and before speech resumes. */
const margin = 0.4;
const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

export function Player({ referenceId, isAuto = false }: { referenceId: string; isAuto?: boolean }) {
  const { heard, error, retry } = useSound(referenceId);
  if (error) return <ListTrouble error={error} onRetry={retry} />;
  if (!heard) return <div className={css.waits} role="status" aria-label={say.loading} />;
  return <Controls key={heard.url} heard={heard} referenceId={referenceId} isAuto={isAuto} />;
}

/** Loudness bars; the played part is green. */
function Shape({ shape, share }: { shape: readonly number[]; share: number }) {
  return (
    <svg viewBox={`0 0 ${shape.length * 4} 64`} preserveAspectRatio="none" aria-hidden="true">
      {shape.map((loud, i) => {
        const high = Math.max(2, loud * 60);
        return (
          <rect
            key={i}
            x={i * 4}
            y={32 - high / 2}
            width={2.6}
            height={high}
            data-heard={(i + 1) / shape.length <= share || undefined}
          />
        );
      })}
    </svg>
  );
}

/** Follows the position of the audio element. */
function useAudio(heard: Heard) {
  const audio = useRef<HTMLAudioElement>(null);
  const [now, setNow] = useState(0);
  const [length, setLength] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [skips, setSkips] = useState(false);
  const [speed, setSpeed] = useState(1);
  const go = (to: number): void => {
    if (!audio.current) return;
    audio.current.currentTime = Math.min(Math.max(0, to), length);
    setNow(audio.current.currentTime);
  };
  const toggle = (): void => {
    if (!audio.current) return;
    if (audio.current.paused) void audio.current.play().catch(() => notice.error(say.failed));
    else audio.current.pause();
  };
  const follow = (): void => {
    const at = audio.current?.currentTime ?? 0;
    const silence = heard.silences.find(({ from, to }) => at > from + margin && at < to - margin);
    if (skips && isPlaying && silence) go(silence.to - margin);
    else setNow(at);
  };
  const hasten = (to: number): void => {
    if (audio.current) audio.current.playbackRate = to;
    setSpeed(to);
  };
  const element = {
    ref: audio,
    src: heard.url,
    onTimeUpdate: follow,
    onLoadedMetadata: () => setLength(audio.current?.duration ?? 0),
    onPlay: () => setIsPlaying(true),
    onPause: () => setIsPlaying(false),
    onError: () => notice.error(say.failed),
  };
  return { element, now, length, isPlaying, skips, setSkips, speed, hasten, go, toggle };
}

interface ControlsProps {
  heard: Heard;
  referenceId: string;
  isAuto: boolean;
}
function Controls({ heard, referenceId, isAuto }: ControlsProps) {
  const { element, now, length, isPlaying, skips, setSkips, speed, hasten, go, toggle } = useAudio(heard);
  const words = say.placeOf(minutesText(Math.floor(now)), minutesText(Math.floor(length)));
  const press = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <section className={css.player} aria-label={say.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes down what is said in a call */}
      <audio {...element} autoPlay={isAuto} />
      <div className={css.course}>
        <Shape shape={heard.shape} share={length > 0 ? now / length : 0} />
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.ceil(length))}
          step={1}
          value={Math.floor(now)}
          aria-label={say.place}
          aria-valuetext={words}
          onChange={({ target }) => go(Number(target.value))}
          onKeyDown={press}
        />
      </div>
      <div className={css.row}>
        <button type="button" className={look.plain} aria-label={say.back} onClick={() => go(now - jump)}>
          <IconRewindBackward10 {...icon} />
        </button>
        <button type="button" className={look.main} onClick={toggle}>
          {isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          {isPlaying ? say.pause : say.play}
        </button>
        <button type="button" className={look.plain} aria-label={say.ahead} onClick={() => go(now + jump)}>
          <IconRewindForward10 {...icon} />
        </button>
        <span className={css.time}>{words}</span>
      </div>
      <div className={css.row}>
        <div role="group" aria-label={say.speed} className={css.speeds}>
          {speeds.map((one) => (
            <button
              key={one}
              type="button"
              className={look.plain}
              aria-pressed={one === speed}
              data-on={one === speed || undefined}
              onClick={() => hasten(one)}
            >
              {say.times(one)}
            </button>
          ))}
        </div>
        <label className={css.skip}>
          <input type="checkbox" checked={skips} onChange={({ target }) => setSkips(target.checked)} />
          {say.skip} <small>{say.skips(minutesText(Math.round(heard.silent)))}</small>
        </label>
        <Download referenceId={referenceId} />
      </div>
      <p className={css.hint}>{say.keys}</p>
    </section>
  );
}

/** Sent as a POST so that a foreign page cannot write to the audit log. */
function Download({ referenceId }: { referenceId: string }) {
  const save = async (): Promise<void> => {
    const answer = await ask(recordings.download, { id: referenceId });
    const url = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = `call-${referenceId}.wav`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button
      type="button"
      className={look.plain}
      onClick={() => void save().catch(() => notice.error(say.failed))}
    >
      {say.download}
    </button>
  );
}
