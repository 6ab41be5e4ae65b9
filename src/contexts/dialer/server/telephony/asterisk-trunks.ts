/**
 * The trunk by which a call leaves Asterisk, and its events. Answered calls are handed to us by the dialplan,
 * which plays an announcement when no server of ours is there; so such a call sends no events unless its trunk is
 * subscribed to.
 */
import { farewellVariable } from '../exchange/files.ts';
import { checking } from '../exchange/plan.ts';
import { stopMusic } from './asterisk-sounds.ts';
import { type Ari, type AriChannel, type AriOptions, isGood, mustOf } from './ari.ts';
import type { Target } from './port.ts';

/** What a trunk or a phone may be called by: anything else never becomes part of an address. */
export const dialable = /^\+?\d{2,15}$/;
const noLimit = { variable: 'TIMEOUT(absolute)', value: '0' };

/**
 * Says nothing to us, and comes by the dozen for each call that is put together. Only this: of a trunk whose endpoint's own
 * events are left out Asterisk does not count the channels as ours any more.
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

/** Variables of a call that the dialplan answers: when it plays the farewell by itself. */
export const variablesOf = (how: object, { farewellAfterS: after }: { farewellAfterS?: number }) =>
  'context' in how && after !== undefined ? { variables: { [farewellVariable]: String(after) } } : undefined;

export interface Trunks {
  /** What a number is asked for with. */
  placing(
    number: string,
    side: string,
    o: { trunk?: string | null; detects?: boolean },
  ): Promise<Record<string, string>>;
  /** Whoever answers is met by the dialplan, which can listen for machines. */
  isGuarded: boolean;
  /** A new socket, or a new life of the exchange: it knows of no subscription. */
  listenAnew(): Promise<void>;
  /** An agent is about to be there: their music ends, and the dialplan does not speak any more. */
  quieten(channelPath: string, isCaller: boolean): Promise<void>;
  /** An agent is there: takes the channel out of the dialplan, whose announcement would drown the agent, and ends what music is left. */
  relieve(channelPath: string, isCaller: boolean): Promise<void>;
  /** One that goes out by them. */
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
  /** An exchange with files of an earlier version has no such extension: whoever answered would be cut off. */
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
      // Not waited for; both are asked for again once they are in the call.
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
