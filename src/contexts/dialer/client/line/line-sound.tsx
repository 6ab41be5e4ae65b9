/** Microphone and loudspeaker of the browser line: chosen, and heard by a level, before and in a call. */
import { browserLineText as say } from '#contexts/dialer/text/en/browser-line.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { LevelMeter } from './level-meter.tsx';
import css from './line-sound.module.css';
import { type SoundKind, chosenDevice, useSound } from './sound-store.ts';

export function DeviceChoice({ kind }: { kind: SoundKind }) {
  const { devices, stream, choose } = useSound();
  const inUse = stream?.getAudioTracks()[0]?.getSettings().deviceId ?? '';
  const chosen = kind === 'microphone' ? inUse : chosenDevice(kind);
  const all = devices[kind];
  const change = (id: string): void => void choose(kind, id).catch(() => notice.error(say.notSwitched));
  return (
    <label className={css.device}>
      <span>{say[kind]}</span>
      <select
        value={all.some(({ id }) => id === chosen) ? chosen : ''}
        onChange={({ target }) => change(target.value)}
      >
        <option value="">{say.usual}</option>
        {all.map(({ id, label }, n) => (
          <option key={id} value={id}>
            {label || `${say[kind]} ${n + 1}`}
          </option>
        ))}
      </select>
    </label>
  );
}

export function LineSound() {
  const { devices, stream } = useSound();
  if (!stream) return <p>{say.otherTab}</p>;
  return (
    <div className={css.sound}>
      <DeviceChoice kind="microphone" />
      <LevelMeter stream={stream} />
      {devices.loudspeaker.length > 0 && <DeviceChoice kind="loudspeaker" />}
    </div>
  );
}
