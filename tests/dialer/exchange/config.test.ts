/** Generated configuration files, and diagnostics of an exchange without all of them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchangeFiles } from '../../../src/contexts/dialer/server/exchange/files.ts';
import { lacksOf } from '../../../src/contexts/dialer/server/exchange/check.ts';
import { ariOptionsIn, openAri } from '../../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { until } from './floor.ts';

let exchange: Exchange;
let peer: SipPeer;
beforeAll(async () => {
  exchange = await openExchange();
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip }).open();
});
afterAll(async () => {
  peer.close();
  await exchange.stop();
});
const ariOf = (url: string) => openAri(ariOptionsIn(url));
const lacks = (more: Partial<Exchange['plan']> = {}) =>
  lacksOf(ariOf(exchange.url()), { ...exchange.plan, ...more });

test('an exchange on these files lacks nothing once its trunk answers', async () => {
  await until('the trunk answers', async () => (await lacks()).length === 0, 40);
});

test('a missing folder of recordings is named by its path', async () => {
  const app = 'recoup-check';
  const own = openAri({ ...ariOptionsIn(exchange.url()), app });
  const close = await new Promise<() => void>((done) => {
    const end: () => void = own.listen(
      () => undefined,
      () => done(() => end()),
      () => undefined,
    );
  });
  const faults = async () =>
    (await lacksOf(own, exchange.plan, app)).filter(({ what }) => ['no_folder', 'failed'].includes(what));
  expect(await faults()).toEqual([]);
  const folder = join(exchange.work, 'spool/recording');
  renameSync(folder, `${folder}-away`);
  expect(await faults()).toEqual([{ what: 'no_folder', name: folder }]);
  renameSync(`${folder}-away`, folder);
  close();
});

test('missing parts are named in the order of repair', async () => {
  const [carrier] = exchange.plan.trunks;
  const trunks = carrier ? [carrier, { ...carrier, id: 7, name: 'Second' }] : [];
  const phones = [...exchange.plan.phones, { extension: '1099', password: 'x' }];
  rmSync(join(exchange.work, 'data/sounds/recoup/nobody-here-en.wav'));
  writeFileSync(join(exchange.work, 'etc/extensions.conf'), '[recoup-nobody]\nexten => s,1,Hangup()\n');
  await exchange.console('dialplan reload');
  await exchange.console('module reload sounds');
  const found = await lacks({ trunks, phones });
  expect(found).toMatchObject([
    { what: 'context', name: 'recoup-callers' },
    { what: 'context', name: 'recoup-answered' },
    { what: 'context', name: 'recoup-nobody-here' },
    { what: 'context', name: 'recoup-message' },
    { what: 'context', name: 'recoup-left' },
    { what: 'context', name: 'recoup-alone' },
    { what: 'context', name: 'recoup-redirected' },
    { what: 'context', name: 'recoup-music' },
    { what: 'trunk', name: 'Second', as: 'trunk-7' },
    { what: 'phone', name: '1099' },
    { what: 'browser', name: 'web-1099' },
    { what: 'sound', name: 'recoup/nobody-here-en' },
  ]);
});

test('music without a folder is silent, and reported', async () => {
  const files = exchangeFiles(exchange.plan);
  writeFileSync(join(exchange.work, 'etc/extensions.conf'), files['extensions.conf'] ?? '');
  rmSync(join(exchange.work, 'data/recoup-hold/music.wav'));
  await exchange.console('dialplan reload');
  await exchange.console('moh reload');
  expect((await lacks()).filter(({ what }) => what === 'music')).toEqual([
    { what: 'music', name: 'recoup-hold' },
  ]);
});

test('a wrong password and a missing exchange have different messages', async () => {
  const wrong = exchange.url().replace('recoup:secret@', 'recoup:wrong@');
  expect(await lacksOf(ariOf(wrong), exchange.plan)).toEqual([{ what: 'refused' }]);
  await exchange.kill();
  expect(await lacks()).toEqual([{ what: 'no-answer' }]);
});
