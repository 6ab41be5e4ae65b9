/** Microphone and loudspeaker of the browser line: selection and level, before and during a call. */
import { useId } from 'react';
import { browserLineText as say } from '#contexts/dialer/text/en/browser-line.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { LevelMeter } from './level-meter.tsx';
import css from './line-sound.module.css';
import { type SoundKind, chosenDevice, useSound } from './sound-store.ts';

const unchosen = '-';

export function DeviceChoice({ kind }: { kind: SoundKind }) {
  const selectId = useId();
  const { devices, stream, trouble, choose } = useSound();
  const all = devices[kind];
  const inUse = stream?.getAudioTracks()[0]?.getSettings().deviceId ?? '';
  const remembered = all.find(({ label }) => label === chosenDevice(kind))?.id ?? '';
  const chosen = kind === 'microphone' ? inUse : remembered;
  // A lost microphone is not preselected, so that the default can be selected.
  const isLost = kind === 'microphone' && trouble?.kind === 'lost';
  const shown = all.some(({ id }) => id === chosen) ? chosen : '';
  const change = (id: string): void => void choose(kind, id).catch(() => notice.error(say.notSwitched));
  return (
    <div className={css.device}>
      <label htmlFor={selectId}>{say[kind]}</label>
      <select id={selectId} value={isLost ? unchosen : shown} onChange={({ target }) => change(target.value)}>
        {isLost && (
          <option value={unchosen} disabled>
            {say.choose}
          </option>
        )}
        <option value="">{say.usual}</option>
        {all.map(({ id, label }, n) => (
          <option key={id} value={id}>
            {label || `${say[kind]} ${n + 1}`}
          </option>
        ))}
      </select>
    </div>
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
