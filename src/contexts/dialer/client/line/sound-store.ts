/**
 * Microphone and loudspeaker state of the line in this tab. Outside React: the line sets it, screens show and select
 * devices.
 */
import { useSyncExternalStore } from 'react';

export type SoundKind = 'microphone' | 'loudspeaker';
export interface Device {
  id: string;
  label: string;
}
/** `lost`: unplugged or used by another program. `silenced`: muted by its switch or the system. */
export interface SoundTrouble {
  kind: 'lost' | 'silenced';
  device: string;
}
export interface Sound {
  /** Microphone stream; null when the line is in another tab. */
  stream: MediaStream | null;
  /** Without loudspeakers the browser cannot choose one. */
  devices: Readonly<Record<SoundKind, readonly Device[]>>;
  trouble: SoundTrouble | null;
  /** Throws when the device cannot be used. */
  choose: (kind: SoundKind, id: string) => Promise<void>;
}

export const noSound: Sound = {
  stream: null,
  devices: { microphone: [], loudspeaker: [] },
  trouble: null,
  choose: () => Promise.resolve(),
};
let sound = noSound;
const viewers = new Set<() => void>();

export function putSound(next: Partial<Sound>): void {
  sound = { ...sound, ...next };
  for (const viewer of viewers) viewer();
}
const subscribe = (viewer: () => void): (() => void) => {
  viewers.add(viewer);
  return () => viewers.delete(viewer);
};
export const useSound = (): Sound => useSyncExternalStore(subscribe, () => sound);

/** Names of the chosen devices; empty: the default one. They stay after signing out. */
const keyOf = (kind: SoundKind): string => `recoup-sound:${kind}`;
export const chosenDevice = (kind: SoundKind): string => localStorage.getItem(keyOf(kind)) ?? '';
export const rememberDevice = (kind: SoundKind, label: string): void =>
  localStorage.setItem(keyOf(kind), label);
