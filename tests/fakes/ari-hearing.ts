/** Audio paths on a simulated Asterisk. */
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
/** A channel's music masks all others. */
export function heardBy(floor: Floor, id: string): string[] {
  const { isPlayedTo, dialplan } = floor.channels.get(id) ?? {};
  if (dialplan?.app_name === 'Playback') return [dialplan.app_data];
  if (isPlayedTo) return ['music'];
  const whispers = [...floor.channels.values()].filter(({ spiesOn }) => spiesOn === id);
  return [...saidTo(floor, id), ...whispers.flatMap((ear) => saidTo(floor, ear.id))];
}

/** Delay until the dialplan speaks to a caller left alone; real time while a server is connected. */
export const aloneMs = 400;
/** Channels of a line's hangup handlers, after setting one more. */
export function leavesAfter(query: URLSearchParams, before: readonly string[]): readonly string[] {
  const how = /^CHANNEL\(hangup_handler_(wipe|push)\)$/.exec(query.get('variable') ?? '')?.[1];
  const id = /\((.+)\)$/.exec(query.get('value') ?? '')?.[1];
  if (how === undefined || id === undefined) return before;
  return how === 'wipe' ? [id] : [...before, id];
}
export const isAlone = ({ bridge_type: type, channels }: Bridge, callerId: string): boolean =>
  type === 'mixing' && channels.length === 1 && channels.includes(callerId);
