/** A browser and the server are killed in one conversation: the borrower hears music, and the agent resumes it in a new browser. */
import { type Browser, type BrowserServer, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { launch } from '../../e2e/launch.ts';
import type { SipPeer } from '../../fakes/sip/peer.ts';
import { addUser, asker, signIn } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { music, timesHeard } from './callers.ts';
import { figure, until } from './floor.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { telephones } from './telephones.ts';

const mobile = '9811116120';
let exchange: Exchange;
let peer: SipPeer;
let nodes: Nodes;
let ask: ReturnType<typeof asker>;
let token = '';
let loanId = 0;
const browsers: BrowserServer[] = [];
beforeAll(async () => {
  exchange = await openExchange({ extensions: ['1001'] });
  peer = await telephones(exchange);
  nodes = await openNodes(exchange.url(), 1);
  const userId = await addUser(nodes, 'agent');
  const made = await nodes.database.one<{ campaignId: number; loanId: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Kills', 'progressive', 1, 1) returning id),
      a as (insert into campaign_agents (campaign_id, user_id) select id, ${userId} from c),
      u as (update users set extension_number = 1001 where id = ${userId}),
      n as (update clients set caller_id = '1600111111' where id = 1),
      b as (insert into borrowers (client_id, name) values (1, 'Resumed') returning id),
      l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
        select 1, 1, id, 'Resumed', 'K1', ${mobile}, ${userId} from b returning id)
    select c.id as "campaignId", l.id as "loanId" from c, l`);
  loanId = made?.loanId ?? 0;
  token = await signIn(nodes, userId);
  ask = asker(nodes, token);
  expect(await ask('POST /dialer/login', { campaignId: made?.campaignId, leg: 'webrtc' })).toBeDefined();
});
afterAll(async () => {
  for (const one of browsers) await one.kill();
  await nodes.stop();
  peer.close();
  await exchange.stop();
});

async function openBrowser(): Promise<Browser> {
  const server = await chromium.launchServer({
    ...launch,
    args: [
      ...(launch.args ?? []).map((one) =>
        one.startsWith('--disable-features=') ? `${one},WebRtcHideLocalIpsWithMdns` : one,
      ),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--ignore-certificate-errors',
    ],
  });
  browsers.push(server);
  return chromium.connect(server.wsEndpoint());
}
/** Kills the last browser with its processes: Debian starts it by a script. */
function killBrowser(): void {
  const pid = browsers.pop()?.process().pid;
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
async function openPage(browser: Browser) {
  const url = nodes.live().at(-1)?.url ?? '';
  const context = await browser.newContext({ ignoreHTTPSErrors: true, permissions: ['microphone'] });
  await context.addCookies([{ name: 'sid', value: token, url }]);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
const isLineUp = async (): Promise<boolean> =>
  (await nodes.database.one(sql`select 1 as ok from agent_sessions where ended_at is null and is_leg_up`)) !==
  undefined;
const here = () =>
  ask<{ status: string; call: { lineLoss: { isResuming: boolean } | null } | null }>('GET /dialer/status');
const loud = (): number => peer.live(mobile)[0]?.media?.heard.loud ?? 0;

test('a browser and then the server are killed in a conversation, which the agent resumes in a new browser', async () => {
  const next = await openBrowser();
  await openPage(await openBrowser());
  await until('the line is up', isLineUp, 40);
  expect(await ask(`POST /dialer/manual-call/${loanId}`, {})).toBeDefined();
  await until('they speak', () => loud() > 20);
  const [call] = peer.live(mobile);
  if (!call) throw new Error('no call');

  killBrowser();
  const lost = Date.now();
  await until('the line is lost', async () => (await here())?.call?.lineLoss?.isResuming === false);
  figure('from the kill of the browser until its line is lost', Date.now() - lost);
  await until('the borrower hears music', () => timesHeard(call, music) > 0);
  await nodes.killHearer();
  figure('from the kill of the browser until the next server is up', Date.now() - lost);
  const page = await openPage(next);
  await page.getByRole('button', { name: 'Resume call' }).click();
  const before = loud();
  await until('they speak again', () => loud() > before + 20, 40);
  figure('from the kill of the browser until they speak again', Date.now() - lost);
  figure('the longest silence of the borrower', call.media?.heard.longestSilence ?? 0);
  expect(call.endedAt).toBeUndefined();
  expect(call.media?.heard.longestSilence).toBeLessThan(7000);
  expect((await here())?.call?.lineLoss).toBeNull();
});
