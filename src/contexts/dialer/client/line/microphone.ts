/** The agent's microphone: opened as chosen, watched, and replaced while a call is on. */
import {
  type Device,
  type Sound,
  type SoundKind,
  type SoundTrouble,
  chosenDevice,
  noSound,
  putSound,
  rememberDevice,
} from './sound-store.ts';

interface Tells {
  /** The line sends this from now on. */
  switched: (track: MediaStreamTrack) => void;
  /** Called when the microphone stops sending, and when it sends again. */
  lost: () => void;
  back: () => void;
  /** Switches the line's audio output to this device. */
  speaker: (id: string) => Promise<void>;
}
export interface Microphone {
  stream: () => MediaStream;
  close: () => void;
}

const usual = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const capture = (id: string): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: id === '' ? usual : { ...usual, deviceId: { exact: id } },
  });
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'SecurityError'].includes(error.name);
const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;
/** Names of a browser for whichever device is the default one. */
const aliases: readonly string[] = ['default', 'communications'];
function devicesIn(all: readonly MediaDeviceInfo[]): Sound['devices'] {
  const of = (kind: MediaDeviceKind): Device[] =>
    all
      .filter((one) => one.kind === kind && !aliases.includes(one.deviceId))
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { microphone: of('audioinput'), loudspeaker: canChooseSpeaker() ? of('audiooutput') : [] };
}
const listDevices = (): Promise<MediaDeviceInfo[]> => navigator.mediaDevices.enumerateDevices();

/** Stored by name because browsers change device ids from time to time. */
async function chosenId(): Promise<string | undefined> {
  const label = chosenDevice('microphone');
  if (label === '') return undefined;
  return devicesIn(await listDevices()).microphone.find((one) => one.label === label)?.id;
}
/** Uses the default microphone if the selected one is unplugged. */
async function captureChosen(): Promise<MediaStream> {
  const id = await chosenId();
  if (id !== undefined) {
    const chosen = await capture(id).catch((error: unknown) =>
      isRefusal(error) ? Promise.reject(error as Error) : null,
    );
    if (chosen) return chosen;
  }
  const fallback = await capture('');
  // Names are shown once a microphone is allowed.
  const later = id === undefined ? await chosenId() : undefined;
  if (later === undefined) return fallback;
  for (const one of fallback.getTracks()) one.stop();
  return capture(later);
}

/** Throws what getUserMedia throws when there is no microphone. */
export async function openMicrophone(tells: Tells): Promise<Microphone> {
  let stream = await captureChosen();
  let trouble: SoundTrouble | null = null;
  const track = (): MediaStreamTrack | undefined => stream.getAudioTracks()[0];
  function setTrouble(next: SoundTrouble | null): void {
    const was = trouble?.kind;
    trouble = next;
    putSound({ trouble });
    if (next?.kind === 'lost' && was !== 'lost') tells.lost();
    if (next?.kind !== 'lost' && was === 'lost') tells.back();
  }
  function watch(): void {
    const own = track();
    if (!own) return;
    const isCurrent = (): boolean => track() === own;
    own.addEventListener('ended', () => isCurrent() && setTrouble({ kind: 'lost', device: own.label }));
    own.addEventListener('mute', () => {
      if (isCurrent() && !trouble) setTrouble({ kind: 'silenced', device: own.label });
    });
    own.addEventListener('unmute', () => isCurrent() && trouble?.kind === 'silenced' && setTrouble(null));
  }
  async function take(id: string): Promise<void> {
    const next = await capture(id);
    for (const old of stream.getTracks()) old.stop();
    stream = next;
    watch();
    const own = track();
    if (own) tells.switched(own);
    putSound({ stream });
    setTrouble(null);
  }
  async function choose(kind: SoundKind, id: string): Promise<void> {
    if (kind === 'microphone') await take(id);
    else await tells.speaker(id);
    const all = devicesIn(await listDevices())[kind];
    rememberDevice(kind, all.find((one) => one.id === id)?.label ?? '');
  }
  /** Reopens the lost microphone when it is plugged in again; a removed device may end without a track event. */
  async function look(): Promise<void> {
    const all = await listDevices();
    putSound({ devices: devicesIn(all) });
    const inputs = all.filter(({ kind }) => kind === 'audioinput');
    const again = inputs.find(({ label }) => label !== '' && label === trouble?.device);
    if (trouble?.kind === 'lost') return again && take(again.deviceId);
    const own = track();
    const inUse = own?.getSettings().deviceId;
    if (own && inUse !== undefined && !inputs.some(({ deviceId }) => deviceId === inUse))
      setTrouble({ kind: 'lost', device: own.label });
  }
  const onDevices = (): void => void look().catch(() => undefined);
  watch();
  const devices = devicesIn(await listDevices());
  putSound({ stream, trouble, choose, devices });
  const speaker = devices.loudspeaker.find(({ label }) => label === chosenDevice('loudspeaker'));
  // Falls through to the default speaker if the selected one is unplugged.
  if (speaker) await tells.speaker(speaker.id).catch(() => undefined);
  navigator.mediaDevices.addEventListener('devicechange', onDevices);
  return {
    stream: () => stream,
    close() {
      navigator.mediaDevices.removeEventListener('devicechange', onDevices);
      for (const one of stream.getTracks()) one.stop();
      putSound(noSound);
    },
  };
}
