/** Who hears whom on an Asterisk that is played. */
import { isAudible } from './ari-early.ts';
import type { Bridge, Channel } from './ari-shapes.ts';

interface Floor {
  channels: ReadonlyMap<string, Channel>;
  bridges: ReadonlyMap<string, Bridge>;
}

function saidTo(floor: Floor, id: string): string[] {
  const bridge = [...floor.bridges.values()].find((one) => one.channels.includes(id));
  if (bridge?.bridge_type !== 'mixing') return [];
  const others = bridge.channels.filter((one) => one !== id && floor.channels.get(one)?.isMute === false);
  const heard = others.flatMap((one) => {
    const on = floor.channels.get(one)?.spiesOn;
    if (on === undefined) return [one];
    return isAudible(floor.channels.get(on)) ? [on, ...saidTo(floor, on)] : [];
  });
  return bridge.sound ? [bridge.sound.media.split(':')[0] ?? '', ...heard] : heard;
}
/** Music of a channel's own drowns all others. */
export function heardBy(floor: Floor, id: string): string[] {
  const { isPlayedTo, dialplan } = floor.channels.get(id) ?? {};
  if (dialplan?.app_name === 'Playback') return [dialplan.app_data];
  if (isPlayedTo) return ['music'];
  const whispers = [...floor.channels.values()].filter(({ spiesOn }) => spiesOn === id);
  return [...saidTo(floor, id), ...whispers.flatMap((ear) => saidTo(floor, ear.id))];
}

/** How long the dialplan waits for a server until it speaks to a caller who is alone; while one listens, as long as in life. */
export const aloneMs = 400;
/** For whom a line's hangup handlers are, after one more thing that is set. */
export function leavesAfter(query: URLSearchParams, before: readonly string[]): readonly string[] {
  const how = /^CHANNEL\(hangup_handler_(wipe|push)\)$/.exec(query.get('variable') ?? '')?.[1];
  const id = /\((.+)\)$/.exec(query.get('value') ?? '')?.[1];
  if (how === undefined || id === undefined) return before;
  return how === 'wipe' ? [id] : [...before, id];
}
export const isAlone = ({ bridge_type: type, channels }: Bridge, callerId: string): boolean =>
  type === 'mixing' && channels.length === 1 && channels.includes(callerId);
