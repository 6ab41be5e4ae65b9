/** Recordings in parts, on an exchange that stopped one spontaneously: none missing, none duplicate. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ari, ariOptionsIn, openAri } from '../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import {
  type Recordings,
  recordingOf,
  recordingsOf,
} from '../../src/contexts/dialer/server/telephony/asterisk/asterisk-recordings.ts';
import { FakeAri } from '../fakes/ari.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let ari: Ari;
let recordings: Recordings;
beforeAll(async () => {
  fake = await new FakeAri(1).open();
  ari = openAri(ariOptionsIn(fake.url));
  recordings = recordingsOf(ari, { log: pino({ level: 'silent' }), spokenIn: ({ id }) => id });
});
afterAll(() => fake.close());

let no = 0;
let name = '';
let path = '';
let caller = '';
beforeEach(async () => {
  no += 1;
  name = `call-${no}`;
  path = `/bridges/${name}`;
  caller = fake.callIn('9811111120', '');
  await ari.ask('POST', path, { type: 'mixing' });
  await ari.ask('POST', `${path}/addChannel`, { channel: caller });
});
const ends = (): void => fake.endRecording(caller);
const isThere = (part: number): boolean => fake.isRecorded(`${name}-part-${part}`);

test('a restart never starts a new recording, and an active one is not started again', async () => {
  await recordings.goOn(path, name);
  expect(fake.isRecorded(name)).toBe(false);
  await recordings.record(path, name);
  await recordings.record(path, name);
  await recordings.goOn(path, name);
  expect([fake.live.has(name), isThere(2)]).toEqual([true, false]);
  ends();
  // A worker that puts them together once more.
  await recordings.record(path, name);
  expect([fake.live.has(`${name}-part-2`), isThere(3)]).toEqual([true, false]);
  await expect(recordingOf(ari, name)).rejects.toThrow('still recording');
});

test('a recording stopped during a talk restarts, unless it stopped at its start, which would loop', async () => {
  await recordings.record(path, name);
  ends();
  const looks = (): number => fake.asked.filter((one) => one === `GET ${path}`).length;
  const of = (duration: number) => ({
    type: 'RecordingFinished',
    recording: { name, target_uri: `bridge:${name}`, duration },
  });
  recordings.hear(of(0));
  recordings.hear(of(3600));
  await until(() => fake.live.has(`${name}-part-2`));
  expect(looks()).toBe(1);
});

test('two concurrent checks restart it once', async () => {
  await recordings.record(path, name);
  ends();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = `/recordings/live/${name}-part-2`;
  fake.fail({ method: 'GET', path: new RegExp(`${look}$`), how: { until: promise } });
  const late = recordings.goOn(path, name);
  await until(() => fake.asked.includes(`GET ${look}`));
  await recordings.goOn(path, name);
  resolve();
  await late;
  expect([isThere(2), isThere(3)]).toEqual([true, false]);
});

test('an error response of the exchange does not mean the last part', async () => {
  await recordings.record(path, name);
  ends();
  await recordings.goOn(path, name);
  ends();
  const whole = (await recordingOf(ari, name)).bytes.length;
  for (const what of ['live', 'stored']) {
    fake.fail({ method: 'GET', path: new RegExp(`${what}/${name}-part-2`), how: 500 });
    await expect(recordingOf(ari, name)).rejects.toThrow('answered 500');
  }
  expect((await recordingOf(ari, name)).bytes.length).toBe(whole);
});
