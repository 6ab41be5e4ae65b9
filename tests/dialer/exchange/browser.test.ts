/** Browser lines: the product's page and SIP library with wss, audio measured at both ends by energy. */
import { type Browser, type Page, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { secondLine } from '../../../src/contexts/dialer/contract/call-control/second-line.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { launch } from '../../e2e/launch.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';

let floor: Floor;
let browser: Browser;
let page: Page;
let ana: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  ana = floor.agents[0]?.caller as Caller;
  browser = await chromium.launch({
    ...launch,
    args: [
      // Candidates of a page without a microphone are mDNS names, which an exchange cannot resolve.
      ...(launch.args ?? []).map((one) =>
        one.startsWith('--disable-features=') ? `${one},WebRtcHideLocalIpsWithMdns` : one,
      ),
      // A microphone that beeps once a second.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // Both endpoints are local, and the certificate is self-signed.
      '--allow-loopback-in-peer-connection',
      '--ignore-certificate-errors',
    ],
  });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, permissions: ['microphone'] });
  await context.addCookies([{ name: 'sid', value: ana.token ?? '', url: floor.server.url }]);
  // Measures the page's audio at its output.
  await context.addInitScript(() => {
    const lines: RTCPeerConnection[] = [];
    Object.assign(window, { lines });
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...given);
        lines.push(this);
      }
    };
  });
  page = await context.newPage();
  await ana.call(dialer.login, { campaignId: floor.campaignId, leg: 'webrtc' });
  await page.goto(floor.server.url);
});
afterAll(async () => {
  await browser.close();
  await floor.stop();
});

interface Heard {
  energy: number;
  packets: number;
  lost: number;
  /** How far each line has come. */
  states: string[];
}
/** Of every line this page has had. */
const heardInPage = (): Promise<Heard> =>
  page.evaluate(async () => {
    const { lines } = window as unknown as { lines: RTCPeerConnection[] };
    const all: Heard = {
      energy: 0,
      packets: 0,
      lost: 0,
      states: lines.map((line) => line.iceConnectionState),
    };
    for (const line of lines)
      for (const [, one] of await line.getStats())
        if (one.type === 'inbound-rtp') {
          const said = one as RTCInboundRtpStreamStats;
          all.energy += said.totalAudioEnergy ?? 0;
          all.packets += said.packetsReceived ?? 0;
          all.lost += said.packetsLost ?? 0;
        }
    return all;
  });
const voiced = (mobile: string): number => floor.peer.live(mobile)[0]?.media?.heard.loud ?? 0;

/** Audio flows in both directions. */
async function bothHear(mobile: string): Promise<void> {
  const [before, loud] = [await heardInPage(), voiced(mobile)];
  // A tone of the borrower's loudness for two seconds, and three beeps of the microphone.
  const hears = async (): Promise<boolean> => (await heardInPage()).energy - before.energy > 0.02;
  const said = async (error: unknown): Promise<never> => {
    throw new Error(`${String(error)}: ${JSON.stringify([before, await heardInPage()])}`);
  };
  figure(
    'the agent hears the borrower in the browser after',
    await until('the agent hears the borrower', hears).catch(said),
  );
  figure(
    'the borrower hears the agent in the browser after',
    await until('the borrower hears the agent', () => voiced(mobile) - loud > 10),
  );
}
async function callOut(mobile: string): Promise<void> {
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(ana, 'on-call');
}
const lineOf = async (): Promise<string | null> =>
  (
    await floor.server.database.one<{ legId: string | null }>(
      sql`select agent_leg_id as "legId" from agent_sessions where user_id = ${ana.id} and ended_at is null and is_leg_up`,
    )
  )?.legId ?? null;

test('an agent and a borrower have audio, also after a page reload during the call', async () => {
  figure(
    'the line in the browser is up after',
    await until('the line is up', async () => (await lineOf()) !== null, 20),
  );
  await callOut('9811111120');
  await bothHear('9811111120');
  const { packets, lost } = await heardInPage();
  expect(lost).toBeLessThan(packets / 50);
  const [first, call] = [await lineOf(), floor.peer.live('9811111120')[0]];
  await page.reload();
  const loadedAt = Date.now();
  await page.getByRole('button', { name: 'Resume call' }).click();
  figure('a page loaded again offers to resume its call after', Date.now() - loadedAt);
  figure(
    'the line is up again after',
    await until('the line is up again', async () => ![null, first].includes(await lineOf()), 60),
  );
  await bothHear('9811111120');
  expect(call?.endedAt).toBeUndefined();
  expect(call?.media?.heard.longestSilence).toBeLessThan(2500);
  figure('a page loaded again: the longest silence of its borrower', call?.media?.heard.longestSilence ?? 0);
  await ana.call(dialer.hangUp, {});
  await until('a hang-up ends the call at once', () => call?.endedAt !== undefined, 5);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
  await callOut('9811111121');
  await bothHear('9811111121');
  await ana.call(dialer.hangUp, {});
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
});

test('a closed page puts its borrower on hold for 20 seconds, then a farewell completes the call', async () => {
  const mobile = '9811111124';
  await callOut(mobile);
  await bothHear(mobile);
  const [call] = floor.peer.live(mobile);
  await page.goto('about:blank');
  const closedAt = Date.now();
  await until('the borrower is let go', () => call?.endedAt !== undefined, 60);
  figure('a page that was closed: its borrower is let go after', Date.now() - closedAt);
  expect(Date.now() - closedAt).toBeGreaterThan(20_000);
  expect(call?.media?.heard.longestSilence).toBeLessThan(2500);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
  await page.goto(floor.server.url);
  await until('the line is up again', async () => (await lineOf()) !== null, 60);
});

test('a second call on the same line has audio with the active borrower, also after a swap', async () => {
  const [one, other] = ['9811111122', '9811111123'];
  await callOut(one);
  await bothHear(one);
  const loanId = await floor.addLoan(other, ana);
  await ana.call(secondLine.place, { id: String(loanId) });
  await floor.becomes(ana, 'on-call');
  await bothHear(other);
  await ana.call(secondLine.swap, {});
  await bothHear(one);
  await ana.call(dialer.hangUp, {});
  await until('the first is let go', () => floor.peer.live(one).length === 0);
  await bothHear(other);
  await ana.call(dialer.hangUp, {});
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
  await floor.say(ana);
  await floor.becomes(ana, 'IDLE');
});
