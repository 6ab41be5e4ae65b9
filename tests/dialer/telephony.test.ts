/** Shared contract of providers: the simulated carrier, a fake Asterisk, and a real one if its address is configured. */
import { randomUUID } from 'node:crypto';
import { setTimeout as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ariOptionsIn } from '../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import { legInEvent } from '../../src/contexts/dialer/server/telephony/asterisk/ari-events.ts';
import { asterisk } from '../../src/contexts/dialer/server/telephony/asterisk/asterisk.ts';
import { lineOf } from '../../src/contexts/dialer/server/telephony/line.ts';
import type { ProviderEvent, TelephonyProvider } from '../../src/contexts/dialer/server/telephony/port.ts';
import { simulatedTelephony } from '../../src/contexts/dialer/server/telephony/simulated/simulated.ts';
import { isWholeWav } from '../../src/contexts/dialer/server/telephony/wav.ts';
import { FakeAri } from '../fakes/ari.ts';
import { until } from '../until.ts';
import { Listening, WaitingClock, ready } from './listening.ts';
import { bareDatabase } from '../kit.ts';

const real = process.env['DIALER_TEST_ARI_URL'];
const speed = 40;
const log = pino({ level: 'silent' });
let db: Awaited<ReturnType<typeof bareDatabase>>;
let fake: FakeAri;
beforeAll(async () => {
  db = await bareDatabase();
  fake = await new FakeAri(speed).open();
});
afterAll(async () => {
  fake.close();
  await db.end();
});

/** Of the simulated carrier. */
const clock = new WaitingClock(() => db.database);
type Usual = { patienceMs?: number; name?: string; answers?: string };
const ofAri = (url: string, { name, ...more }: Usual = {}): TelephonyProvider =>
  asterisk({
    ...ariOptionsIn(url),
    restMs: 20,
    ...more,
    line: lineOf(db.database, name ?? randomUUID()),
    log,
    trunkNames: () => Promise.resolve(['trunk-1']),
  });

type Target = Parameters<TelephonyProvider['originate']>[0]['to'];
const refusing: Target = { kind: 'pstn', number: '9811111110' };
/** A trunk accepts every number; a missing phone is rejected at once. */
const missing: Target = { kind: 'extension', extension: '9999999' };
type Exchange = [name: string, open: () => TelephonyProvider, refused: Target];
const exchanges: Exchange[] = [
  ['simulated', () => simulatedTelephony({ database: db.database, clock, log, pollMs: 5 }), refusing],
  ['asterisk', () => ofAri(fake.url), refusing],
  ['guarded asterisk', () => ofAri(`${fake.url}&answers=recoup-answered`), refusing],
  ...(real ? [['real asterisk', () => ofAri(real), missing] as Exchange] : []),
];

describe.each(exchanges)('%s', (_name, open, refusedTarget) => {
  let to: Listening;
  beforeAll(async () => {
    to = await new Listening(open(), clock.passes).open();
    await ready(to);
  });
  afterAll(() => to.provider.stop());

  test('a call rings, is answered, listed, and ended once for repeated commands', async () => {
    const leg = await to.call('9811111120');
    await to.told(leg, 'leg.answered');
    expect(to.kinds(leg)).toEqual(['leg.ringing', 'leg.answered']);
    expect(await to.legs()).toContain(leg);
    await to.provider.hangup(leg);
    expect(await to.told(leg, 'leg.ended')).toMatchObject({ cause: 16, by: 'us' });
    await to.provider.hangup(leg);
    await to.provider.hangup(randomUUID());
    expect(await to.legs()).not.toContain(leg);
  });

  test.each([
    ['00', 17],
    ['02', 20],
    ['03', 21],
    ['04', 1],
    ['05', 34],
  ])('a number with final digits %s is over with cause %i', async (end, cause) => {
    const leg = await to.call(`98111111${end}`);
    expect(await to.told(leg, 'leg.ended')).toMatchObject({ cause });
    expect(to.of(leg).some(({ type }) => type === 'leg.answered')).toBe(false);
  });

  test.each([
    ['27', 'leg.answered', 'person'],
    ['07', 'leg.machine', 'machine'],
  ] as const)('a number with final digits %s is analysed: %s, as a %s', async (end, type, verdict) => {
    if (!to.provider.caps.machines) return;
    const leg = await to.call(`98111111${end}`, true);
    expect(await to.told(leg, type)).toMatchObject({ checked: { verdict } });
    expect(to.kinds(leg)).toEqual(['leg.ringing', 'leg.picked-up', type]);
  });

  test('a leg requested twice is placed once', async () => {
    const leg = await to.call('9811111121');
    await to.call('9811111121', false, leg);
    await to.told(leg, 'leg.answered');
    await turn(100);
    expect(to.kinds(leg)).toEqual(['leg.ringing', 'leg.answered']);
    expect((await to.legs()).filter((one) => one === leg)).toHaveLength(1);
    await to.provider.hangup(leg);
  });

  test('a failed placement is reported, and a missed one is only in the list', async () => {
    const asked = { role: 'customer', callerId: null, ringMs: 25_000 } as const;
    const refused = { ...asked, legId: randomUUID(), to: refusedTarget };
    expect(await to.provider.originate(refused)).toMatchObject({ ok: false, isRetryable: true });
    const silent = await to.call('9811111108');
    expect(await to.legs()).toContain(silent);
    expect(to.of(silent)).toEqual([]);
    await to.provider.hangup(silent);
  });

  test('a missed borrower calls again, and is connected to an agent', async () => {
    const [agent, leg] = [await to.agent(), await to.call('9833333355')];
    await to.told(agent, 'leg.answered');
    const isBack = (event: ProviderEvent): boolean => event.type === 'inbound' && event.from === '9833333355';
    await to.until(() => to.heard.some(isBack));
    const back = to.heard.find(isBack)?.legId ?? '';
    expect((await to.provider.snapshot()).find(({ legId }) => legId === back)?.role).toBe('inbound');
    // Two workers process it concurrently: both bridge them, and they remain bridged.
    const together = { bridgeId: back, legs: [back, agent] } as const;
    await Promise.all([to.provider.bridge(together), to.provider.bridge(together)]);
    await to.told(back, 'leg.bridged');
    await turn(200);
    const inside = (await to.provider.snapshot()).filter(({ bridgeId }) => bridgeId === back);
    expect(inside.map(({ legId }) => legId).toSorted()).toEqual([back, agent].toSorted());
    for (const one of [back, agent, leg]) await to.provider.hangup(one);
    expect(await to.told(back, 'leg.ended')).toMatchObject({ by: 'us' });
  });

  test.each([
    ['9877777711', '1'],
    ['9877777797', '7'],
    ['9877777798', undefined],
  ])('an agent’s phone %s is answered, and key %s sent', async (number, key) => {
    const leg = randomUUID();
    const to2 = { kind: 'own-phone', number } as const;
    expect(
      (await to.provider.originate({ legId: leg, role: 'agent', to: to2, callerId: null, ringMs: 20_000 }))
        .ok,
    ).toBe(true);
    await to.told(leg, 'leg.answered');
    if (key) expect(await to.told(leg, 'leg.dtmf')).toMatchObject({ digit: key });
    else {
      clock.pass(3000);
      await turn(3000 / speed + 50);
    }
    expect(to.kinds(leg).filter((type) => type === 'leg.dtmf')).toHaveLength(key ? 1 : 0);
    await to.provider.mute(leg, true);
    await to.provider.mute(leg, false);
    await to.provider.hangup(leg);
    await to.told(leg, 'leg.ended');
  });

  test('an answered caller without an agent gets an announcement, and the call is over', async () => {
    const leg = await to.call('9811111124');
    await to.told(leg, 'leg.answered');
    await Promise.all([to.provider.farewell(leg), to.provider.farewell(leg)]);
    await to.told(leg, 'leg.ended');
    await to.provider.farewell(leg);
    expect(await to.legs()).not.toContain(leg);
  });

  test('agent and caller are bridged and recorded, and the agent’s line remains after the caller', async () => {
    const [agent, leg] = [await to.agent(), await to.call('9811111122')];
    await to.told(agent, 'leg.answered');
    await to.told(leg, 'leg.answered');
    const bridge = { bridgeId: leg, legs: [leg, agent], recId: leg } as const;
    await to.provider.bridge(bridge);
    await to.told(leg, 'leg.bridged');
    await to.provider.bridge(bridge);
    expect((await to.provider.snapshot()).find(({ legId }) => legId === leg)?.bridgeId).toBe(leg);
    // Two workers send it at once; the borrower hears music, and both remain in place.
    await Promise.all([to.provider.hold(leg, true), to.provider.hold(leg, true)]);
    expect((await to.provider.snapshot()).find(({ legId }) => legId === leg)?.bridgeId).toBe(leg);
    await to.provider.hold(leg, false);
    await to.provider.hold(randomUUID(), true);
    await turn(1000 / speed + 300);
    await to.provider.hangup(leg);
    await to.told(leg, 'leg.ended');
    // The agent is not in the call's bridge any more, so their audio is not recorded.
    const bridgeOfAgent = async () =>
      (await to.provider.snapshot()).find(({ legId }) => legId === agent)?.bridgeId;
    await until(async () => (await bridgeOfAgent()) !== leg);
    await until(() =>
      to.provider.fetchRecording(leg, 3).then(
        () => true,
        () => false,
      ),
    );
    const { bytes, contentType } = await to.provider.fetchRecording(leg, 3);
    expect(isWholeWav(bytes)).toBe(true);
    expect(contentType).toMatch(/wav/);
    expect(await to.legs()).toContain(agent);
    // The next caller is bridged to the same line.
    const next = await to.call('9811111123');
    await to.told(next, 'leg.answered');
    await to.provider.bridge({ bridgeId: next, legs: [next, agent] });
    await to.told(next, 'leg.bridged');
    for (const one of [next, agent]) await to.provider.hangup(one);
  });

  test('a transfer target gets the call alone, the agent is free, and all are free after the caller', async () => {
    const [agent, other, leg] = [await to.agent('1001'), await to.agent('1002'), await to.call('9811111122')];
    for (const one of [agent, other, leg]) await to.told(one, 'leg.answered');
    await to.provider.bridge({ bridgeId: leg, legs: [leg, agent], recId: leg });
    await to.told(leg, 'leg.bridged');
    const inside = async (): Promise<string[]> =>
      (await to.provider.snapshot())
        .filter(({ bridgeId }) => bridgeId === leg)
        .map(({ legId }) => legId)
        .toSorted();
    await to.provider.hold(leg, true);
    for (let i = 0; i < 2; i += 1) await to.provider.join({ bridgeId: leg, legId: other });
    expect(await inside()).toEqual([agent, other, leg].toSorted());
    await to.provider.hold(leg, false);
    for (let i = 0; i < 2; i += 1) await to.provider.part({ bridgeId: leg, legId: agent });
    await until(async () => (await inside()).join() === [other, leg].toSorted().join());
    // Their line gets another caller, and remains there when removed from the first again.
    const next = await to.call('9811111123');
    await to.told(next, 'leg.answered');
    await to.provider.bridge({ bridgeId: next, legs: [next, agent] });
    await to.told(next, 'leg.bridged');
    await to.provider.part({ bridgeId: leg, legId: agent });
    expect((await to.provider.snapshot()).find(({ legId }) => legId === agent)?.bridgeId).toBe(next);
    // Two remain in it when the caller hangs up: neither has a reason to talk, and recording stops.
    const third = await to.agent('1003');
    await to.told(third, 'leg.answered');
    await to.provider.join({ bridgeId: leg, legId: third });
    await to.provider.hangup(leg);
    await until(async () => (await inside()).length === 0);
    await until(() =>
      to.provider.fetchRecording(leg, 3).then(
        () => true,
        () => false,
      ),
    );
    for (const one of [next, agent, other, third]) await to.provider.hangup(one);
  });
});

describe('an exchange that is not well', () => {
  const open: Listening[] = [];
  const listen = async (o: Parameters<typeof ofAri>[1] = {}): Promise<Listening> => {
    const to = await new Listening(ofAri(fake.url, o)).open();
    open.push(to);
    await until(() => fake.isHeard());
    await ready(to);
    return to;
  };
  afterEach(async () => {
    fake.isClosed = false;
    fake.isSilent = false;
    fake.copies = 1;
    for (const to of open.splice(0)) await to.provider.stop();
  });

  test.each(['close', 'cut'] as const)(
    'a lost socket (%s) reconnects: ringing calls continue, and answered ones are gone',
    async (how) => {
      const to = await listen();
      const agent = await to.agent();
      await to.told(agent, 'leg.answered');
      const [slow, quick] = [await to.call('9811111108'), await to.call('9811111108')];
      fake.isClosed = true;
      fake.endSockets(how);
      // The exchange disconnects a call answered during an outage.
      fake.pickUp(quick);
      expect(fake.channels.has(quick)).toBe(false);
      fake.isClosed = false;
      await until(() => fake.isHeard());
      fake.pickUp(slow);
      await to.told(slow, 'leg.answered');
      expect(to.kinds(quick)).not.toContain('leg.answered');
      expect(await to.legs()).toEqual(expect.arrayContaining([agent, slow]));
      for (const one of [agent, slow]) await to.provider.hangup(one);
      await to.told(slow, 'leg.ended');
    },
  );

  test('a stalled socket is detected by polling, and an answered call is found', async () => {
    const to = await listen();
    fake.isSilent = true;
    const leg = await to.call('9811111126');
    await until(() => fake.channels.get(leg)?.state === 'Up');
    expect(to.of(leg)).toEqual([]);
    await to.legs();
    await to.told(leg, 'leg.answered');
    await to.provider.hangup(leg);
  });

  test('no call is dialled during an outage', async () => {
    const to = await listen();
    await to.provider.stop();
    const to2 = new Listening(ofAri(fake.url));
    const legId = randomUUID();
    const asked = {
      legId,
      role: 'customer',
      to: { kind: 'pstn', number: '9811111120' },
      callerId: null,
      ringMs: 25_000,
    } as const;
    expect(await to2.provider.originate(asked)).toMatchObject({ ok: false, isRetryable: true });
    expect(fake.channels.has(legId)).toBe(false);
  });

  test('an error is no proof: the channel is looked for', async () => {
    const name = randomUUID();
    const to = await listen({ name });
    const hasty = ofAri(fake.url, { name, patienceMs: 1000 });
    const asked = {
      role: 'customer',
      to: { kind: 'pstn', number: '9811111120' },
      callerId: null,
      ringMs: 25_000,
    } as const;
    for (const how of [500, 409]) {
      fake.fail({ how, path: /^\/channels\// });
      expect(await to.provider.originate({ ...asked, legId: randomUUID() })).toMatchObject({
        ok: false,
        isRetryable: true,
      });
    }
    // Placed, but the response was lost or missing: the caller cannot tell, and the list can.
    for (const how of ['lost', 'silence'] as const) {
      const legId = randomUUID();
      fake.fail({ how, path: new RegExp(legId) });
      const provider = how === 'lost' ? to.provider : hasty;
      await expect(provider.originate({ ...asked, legId })).rejects.toThrow();
      expect((await to.legs()).includes(legId)).toBe(how === 'lost');
    }
  });

  test('repeated events share one id, foreign ones are ignored, and a rejected one is sent again', async () => {
    const to = await listen();
    fake.copies = 2;
    to.refuses = 2;
    const leg = await to.call('9811111111');
    await to.told(leg, 'leg.answered');
    expect(new Set(to.of(leg).map(({ eventId }) => eventId)).size).toBeLessThan(to.of(leg).length);
    const before = to.heard.length;
    for (const type of [
      'Nonsense',
      'StasisStart',
      'ChannelDestroyed',
      'Dial',
      'ChannelEnteredBridge',
      'ChannelLeftBridge',
    ])
      fake.say({ type });
    fake.say({ type: 'ChannelDestroyed', cause: 16, channel: { id: randomUUID(), name: '', state: 'Up' } });
    await until(() => to.heard.length > before);
    await to.provider.hangup(leg);
  });

  test('one of two servers receives events, and the other takes over after it', async () => {
    const name = randomUUID();
    const first = await listen({ name });
    const second = await new Listening(ofAri(fake.url, { name })).open();
    open.push(second);
    const leg = await second.call('9811111125');
    await first.told(leg, 'leg.answered');
    expect(second.heard).toEqual([]);
    await first.provider.stop();
    await second.told(leg, 'leg.answered');
  });

  test("an inbound call's end is reported at once, though the exchange destroys its channel silently", async () => {
    const to = await listen();
    const id = fake.callIn('9822222221', '1600000001');
    await until(() => to.heard.some(({ type }) => type === 'inbound'));
    const legId = to.heard.find(({ type }) => type === 'inbound')?.legId ?? '';
    fake.giveUp(id);
    expect(await to.told(legId, 'leg.ended')).toMatchObject({ by: 'far', cause: 16 });
  });

  test('a held borrower hears music of the exchange, and is muted', async () => {
    const to = await listen();
    const [agent, leg] = [await to.agent(), await to.call('9811111122')];
    for (const one of [agent, leg]) await to.told(one, 'leg.answered');
    await to.provider.bridge({ bridgeId: leg, legs: [leg, agent] });
    const heard = () => [fake.heardBy(leg), fake.heardBy(agent)];
    expect(heard()).toEqual([[agent], [leg]]);
    await to.provider.hold(leg, true);
    expect(heard()).toEqual([['music'], []]);
    await to.provider.hold(leg, false);
    expect(heard()).toEqual([[agent], [leg]]);
    for (const one of [leg, agent]) await to.provider.hangup(one);
  });

  test('the dialplan plays an announcement to a party left alone without a server, and to no other', async () => {
    const to = await listen({ answers: 'recoup-answered' });
    const [agent, other, leg] = [await to.agent(), await to.agent('1002'), await to.call('9811111122')];
    for (const one of [agent, other, leg]) await to.told(one, 'leg.answered');
    await to.provider.bridge({ bridgeId: leg, legs: [leg, agent] });
    await to.provider.join({ bridgeId: leg, legId: other });
    await to.provider.stop();
    fake.giveUp(agent);
    await until(() => fake.heardBy(leg).join() === other);
    fake.giveUp(other);
    await until(() => fake.heardBy(leg).join() === 'recoup/nobody-here-hi');
    await until(() => !fake.channels.has(leg));
  });

  test('a supervisor is muted, audible to the agent or to both, and leaves no snoop channel', async () => {
    const to = await listen();
    const [agent, boss, leg] = [await to.agent(), await to.agent('1002'), await to.call('9811111122')];
    for (const one of [agent, boss, leg]) await to.told(one, 'leg.answered');
    await to.provider.bridge({ bridgeId: leg, legs: [leg, agent] });
    const heard = () => [boss, agent, leg].map((one) => fake.heardBy(one).toSorted());
    await to.provider.mute(boss, true);
    for (let i = 0; i < 2; i += 1) await to.provider.spy({ legId: boss, agentLegId: agent });
    expect(heard()).toEqual([[agent, leg].toSorted(), [leg], [agent]]);
    await to.provider.mute(boss, false);
    expect(heard()).toEqual([[agent, leg].toSorted(), [leg, boss].toSorted(), [agent]]);
    expect(await to.legs()).not.toContain(legInEvent(`ear-${boss}`));
    await to.provider.join({ bridgeId: leg, legId: boss });
    expect(heard()).toEqual([[agent, leg].toSorted(), [leg, boss].toSorted(), [agent, boss].toSorted()]);
    const ears = () => [...fake.channels.values()].filter(({ spiesOn }) => spiesOn !== undefined).length;
    await until(() => ears() === 0);
    await to.provider.part({ bridgeId: leg, legId: boss });
    await to.provider.spy({ legId: boss, agentLegId: agent });
    expect(ears()).toBe(1);
    await to.provider.hangup(boss);
    await until(() => ears() === 0);
    for (const one of [leg, agent]) await to.provider.hangup(one);
  });

  test('a bridge of a caller lost without an event is closed at the first check, and its line parked', async () => {
    const to = await listen();
    const [agent, leg] = [await to.agent(), await to.call('9811111122')];
    await to.told(agent, 'leg.answered');
    await to.told(leg, 'leg.answered');
    await to.provider.bridge({ bridgeId: leg, legs: [leg, agent], recId: leg });
    await to.told(leg, 'leg.bridged');
    await expect(to.provider.fetchRecording(leg, 3)).rejects.toThrow('still recording');
    fake.isSilent = true;
    fake.giveUp(leg);
    await to.provider.snapshot();
    expect(fake.live.size).toBe(0);
    expect(isWholeWav((await to.provider.fetchRecording(leg, 3)).bytes)).toBe(true);
    expect([...fake.bridges.values()].find(({ channels }) => channels.includes(agent))?.bridge_type).toBe(
      'holding',
    );
    await to.provider.hangup(agent);
  });

  test('a snoop channel of a supervisor lost without an event is closed', async () => {
    const to = await listen();
    const [agent, boss] = [await to.agent(), await to.agent('1002')];
    for (const one of [agent, boss]) await to.told(one, 'leg.answered');
    await to.provider.spy({ legId: boss, agentLegId: agent });
    fake.isSilent = true;
    fake.giveUp(boss);
    await until(async () => {
      await to.provider.snapshot();
      return [...fake.channels.values()].every(({ spiesOn }) => spiesOn === undefined);
    });
    expect([...fake.bridges.keys()].filter((id) => id.includes('-ear-'))).toEqual([]);
    await to.provider.hangup(agent);
  });

  test('two agents’ lines connected at once are both parked', async () => {
    const to = await listen();
    const agents = await Promise.all([to.agent('1001'), to.agent('1002')]);
    const isParked = (leg: string): boolean =>
      [...fake.bridges.values()].some((one) => one.bridge_type === 'holding' && one.channels.includes(leg));
    await until(() => agents.every(isParked));
    for (const one of agents) await to.provider.hangup(one);
  });

  test('an inbound caller is reported once, with an id that disconnects the right channel', async () => {
    const to = await listen();
    const id = fake.callIn('9822222220', '1600000001');
    await until(() => to.heard.some(({ type }) => type === 'inbound'));
    const call = to.heard.find(({ type }) => type === 'inbound');
    expect(call).toMatchObject({ from: '9822222220', did: '1600000001' });
    const agent = await to.agent();
    await to.told(agent, 'leg.answered');
    const legId = call?.legId ?? '';
    await to.provider.bridge({ bridgeId: legId, legs: [legId, agent] });
    await to.told(legId, 'leg.bridged');
    await to.provider.hangup(legId);
    expect(fake.channels.has(id)).toBe(false);
    expect(await to.told(legId, 'leg.ended')).toMatchObject({ by: 'us' });
    await to.provider.hangup(agent);
  });
});
