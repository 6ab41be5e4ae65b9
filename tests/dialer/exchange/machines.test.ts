/** Error rates of answering-machine detection on a real exchange, with voices not used for tuning. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ariOptionsIn } from '../../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import { asterisk } from '../../../src/contexts/dialer/server/telephony/asterisk/asterisk.ts';
import type { ProviderEvent } from '../../../src/contexts/dialer/server/telephony/port.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { Listening, ready } from '../listening.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { type Answer, forCounting, forTuning, spokenBy } from './machines.ts';

/** EXCHANGE_TUNING: those by which the figures were chosen. */
const answers: readonly Answer[] = process.env['EXCHANGE_TUNING'] ? forTuning : forCounting;
const numberOf = (i: number): string => `98222${String(i).padStart(5, '0')}`;
const atOnce = 6;
const talkMs = 60_000;
let exchange: Exchange;
let peer: SipPeer;
let to: Listening;
beforeAll(async () => {
  exchange = await openExchange();
  const said = new Map(answers.map((one, i) => [numberOf(i), spokenBy(one)]));
  const steps = [
    { afterMs: 200, type: 'ringing' },
    { afterMs: 300, type: 'answered' },
  ] as const;
  peer = await new SipPeer({
    ...exchange.phones,
    exchange: exchange.sip,
    says: (number) => said.get(number),
    planFor: (number) => (said.has(number) ? { steps, talkMs } : undefined),
  }).open();
  const line = {
    hold: () => Promise.resolve(true),
    isUp: () => Promise.resolve(false),
    release: () => Promise.resolve(),
  };
  to = await new Listening(
    asterisk({
      ...ariOptionsIn(exchange.url()),
      line,
      log: pino({ level: 'silent' }),
      trunkNames: () => Promise.resolve(['trunk-1']),
    }),
  ).open();
  await ready(to);
});
afterAll(async () => {
  await to.provider.stop();
  peer.close();
  await exchange.stop();
});

const isVerdict = (event: ProviderEvent): boolean =>
  event.type === 'leg.answered' || event.type === 'leg.machine';
async function judge(i: number): Promise<{ verdict: string; cause: string; ms: number }> {
  const leg = await to.call(numberOf(i), true, randomUUID());
  const pickedUp = await to.told(leg, 'leg.picked-up');
  const event = await Promise.any([to.told(leg, 'leg.answered'), to.told(leg, 'leg.machine')]);
  await to.provider.hangup(leg);
  const { verdict = 'none', cause = '' } = ('checked' in event && isVerdict(event) && event.checked) || {};
  return { verdict, cause, ms: event.at.getTime() - pickedUp.at.getTime() };
}

test(
  'detection misses few persons and finds most machines, each in three seconds',
  { timeout: 300_000 },
  async () => {
    const found: Awaited<ReturnType<typeof judge>>[] = [];
    for (let i = 0; i < answers.length; i += atOnce)
      found.push(...(await Promise.all(answers.slice(i, i + atOnce).map((_, n) => judge(i + n)))));
    const count = (who: Answer['who'], verdict: string): number =>
      answers.filter((one, i) => one.who === who && found[i]?.verdict === verdict).length;
    for (const who of ['person', 'machine'] as const)
      process.stdout.write(
        `${who.padEnd(8)} person ${count(who, 'person')}, machine ${count(who, 'machine')}, unsure ${count(who, 'unsure')}\n`,
      );
    for (const [i, { who, text, voice }] of answers.entries())
      if (found[i]?.verdict !== who)
        process.stdout.write(`  ${who} ${voice} "${text}": ${found[i]?.verdict} ${found[i]?.cause}\n`);
    const people = answers.filter(({ who }) => who === 'person').length;
    const longest = Math.max(...found.map(({ ms }) => ms));
    process.stdout.write(`longest ${longest} ms\n`);
    expect(longest).toBeLessThan(3300);
    expect(count('person', 'machine') / people).toBeLessThan(0.1);
    expect(count('machine', 'machine') / (answers.length - people)).toBeGreaterThan(0.7);
  },
);
