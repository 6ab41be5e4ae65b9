/**
 * Outbound trunk of a call, and its events. Answered calls are handed to us by the dialplan, which plays an announcement
 * without a server; so such a call sends no events unless its trunk is subscribed.
 */
import { farewellVariable } from '../../exchange/files.ts';
import { checking } from '../../exchange/plan.ts';
import { stopMusic } from './asterisk-sounds.ts';
import { type Ari, type AriChannel, type AriOptions, isGood, mustOf } from './ari.ts';
import type { Target } from '../port.ts';

/** What a trunk or a phone may be called by: anything else never becomes part of an address. */
export const dialable = /^\+?\d{2,15}$/;
const noLimit = { variable: 'TIMEOUT(absolute)', value: '0' };

/**
 * Filtered because unused and sent by the dozen per call. Only this one: with a trunk's endpoint events filtered,
 * Asterisk no longer treats its channels as ours.
 */
const unread = [{ type: 'ChannelVarset' }];

/** Address of a desk phone, or of a line in the browser. */
export function phoneOf(
  { browsers, phones }: Pick<AriOptions, 'browsers' | 'phones'>,
  { kind, extension }: Extract<Target, { extension: string }>,
): string {
  const name = kind === 'browser' ? browsers.replace('{extension}', extension) : extension;
  return phones.replace('{extension}', name);
}

/** Variables of a call answered by the dialplan: when it plays the farewell autonomously. */
export const variablesOf = (how: object, { farewellAfterS: after }: { farewellAfterS?: number }) =>
  'context' in how && after !== undefined ? { variables: { [farewellVariable]: String(after) } } : undefined;

export interface Trunks {
  /** Parameters to originate a number. */
  placing(
    number: string,
    side: string,
    o: { trunk?: string | null; detects?: boolean },
  ): Promise<Record<string, string>>;
  /** Answered calls enter the dialplan, which can run answering-machine detection. */
  isGuarded: boolean;
  /** Resubscribes after a new socket or a restart of the exchange. */
  listenAnew(): Promise<void>;
  /** An agent is about to join: stops music and the dialplan's announcement. */
  quieten(channelPath: string, isCaller: boolean): Promise<void>;
  /**
   * An agent joined: removes the channel from the dialplan, whose announcement would drown the agent, and stops
   * remaining music.
   */
  relieve(channelPath: string, isCaller: boolean): Promise<void>;
  /** True for a channel of these trunks. */
  carries(channel: AriChannel): boolean;
}

export function trunksOf(
  ari: Ari,
  o: Pick<AriOptions, 'app' | 'trunk' | 'answers'>,
  /** Names of those that may be dialled by; none where there is one only, which the address names. */
  names: () => Promise<readonly string[]>,
): Trunks {
  const isGuarded = o.answers !== '' && o.trunk.startsWith('PJSIP/');
  const endpointOf = (trunk: string | null): string =>
    `PJSIP/${o.trunk.slice(o.trunk.lastIndexOf('@') + 1).replace('{trunk}', trunk ?? '')}`;
  const heard = new Set<string>();
  const [before = '', after] = endpointOf('{trunk}').split('{trunk}');
  /** By its name, not by what this server listens to: calls that another server placed are no lost ones. */
  function isOfTrunk(name: string): boolean {
    if (!isGuarded || !name.startsWith(before)) return false;
    const rest = name.slice(before.length);
    return after === undefined
      ? rest.startsWith('-')
      : rest.replace(/^trunk-\d+/, '').startsWith(`${after}-`) && rest.startsWith('trunk-');
  }
  const must = mustOf(ari);

  async function listenTo(endpoint: string): Promise<void> {
    if (heard.has(endpoint)) return;
    const { status } = await ari.ask('POST', `/applications/${o.app}/subscription`, {
      eventSource: `endpoint:${endpoint}`,
    });
    if (!isGood(status)) throw new Error(`asterisk: ${endpoint} is not listened to, ${status}`);
    heard.add(endpoint);
  }
  /** An exchange with files of an earlier version has no such extension: answered calls would be disconnected. */
  let canCheck: Promise<boolean> | undefined;
  const checks = async (): Promise<boolean> => {
    const device = encodeURIComponent(`Local/${checking}@${o.answers}`);
    const { body } = await ari.ask('GET', `/deviceStates/${device}`);
    return (body as { state?: string } | undefined)?.state !== 'INVALID';
  };
  return {
    isGuarded,
    async placing(number, side, { trunk = null, detects = false }) {
      const endpoint = o.trunk.replace('{number}', number).replace('{trunk}', trunk ?? '');
      const toUs: Record<string, string> = { endpoint, app: o.app, appArgs: side };
      if (!isGuarded || side !== 'customer') return toUs;
      await listenTo(endpointOf(trunk));
      const toDialplan: Record<string, string> = {
        endpoint,
        context: o.answers,
        extension: detects && (await (canCheck ??= checks())) ? checking : 's',
        priority: '1',
      };
      return toDialplan;
    },
    async listenAnew() {
      // One that cannot leave them out sends them.
      await ari
        .ask('PUT', `/applications/${o.app}/eventFilter`, {}, { disallowed: unread })
        .catch(() => undefined);
      if (!isGuarded) return;
      const known = o.trunk.includes('{trunk}') ? await names() : [null];
      const all = new Set([...heard, ...known.map(endpointOf)]);
      heard.clear();
      canCheck = undefined;
      // One that the exchange does not have yet is listened to when it is dialled by.
      for (const one of all) await listenTo(one).catch(() => undefined);
    },
    async quieten(channelPath, isCaller) {
      // Not awaited; both are repeated once bridged.
      if (isGuarded) void must('POST', `${channelPath}/variable`, noLimit, [404, 409]).catch(() => undefined);
      if (o.answers !== '' || isCaller) await stopMusic(must, channelPath).catch(() => undefined);
    },
    async relieve(channelPath, isCaller) {
      if (o.answers === '' && !isCaller) return;
      await Promise.all([
        must('POST', `${channelPath}/variable`, noLimit, [404]),
        stopMusic(must, channelPath),
      ]);
    },
    carries: ({ name }) => isOfTrunk(name),
  };
}
