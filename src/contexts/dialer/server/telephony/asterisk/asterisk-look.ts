/** What there is of ours on an Asterisk. */
import { type Ari, type AriBridge, type AriChannel, isGood } from './ari.ts';
import { isEar, isIn, isOurs, legInEvent } from './ari-events.ts';
import type { Bridges } from './asterisk-bridges.ts';
import type { Trunks } from './asterisk-trunks.ts';

export interface Look {
  /** Placed by us or in our Stasis application. */
  channels: AriChannel[];
  bridges: AriBridge[];
  /** Snoop channels without a listener. */
  ears: string[];
  /** Bridges of early media. */
  early: AriBridge[];
  /** Every leg that is, ours or not. */
  there: ReadonlySet<string>;
}

export async function look(
  ari: Ari,
  app: string,
  o: {
    trunks: Pick<Trunks, 'carries'>;
    bridges: Pick<Bridges, 'isCall' | 'lonelyEars'>;
    early: { isEarly(bridge: AriBridge): boolean };
  },
): Promise<Look> {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await ari.ask('GET', path);
    if (!isGood(status)) throw new Error(`asterisk: ${path} answered ${status}`);
    return body as T;
  };
  // The channels last: one that was placed meanwhile is then at most missed, never found without being ours.
  const placed = new Set((await read<{ channel_ids: string[] }>(`/applications/${app}`)).channel_ids);
  const bridges = await read<AriBridge[]>('/bridges');
  const channels = await read<AriChannel[]>('/channels');
  const isPlaced = (one: AriChannel): boolean =>
    isOurs(one.id) && (placed.has(one.id) || o.trunks.carries(one));
  return {
    channels: channels.filter((one) => !isEar(one) && (isPlaced(one) || isIn(one, app))),
    bridges: bridges.filter((one) => o.bridges.isCall(one)),
    early: bridges.filter((one) => o.early.isEarly(one)),
    ears: o.bridges.lonelyEars(bridges, channels),
    there: new Set(channels.map(({ id }) => legInEvent(id))),
  };
}
