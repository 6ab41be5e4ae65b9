/** Requests no browser of ours sends are rejected, hold no resources, and affect no valid ones. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaks } from '../src/contexts/agency/contract/breaks.ts';
import { sync } from '../src/contexts/sync/contract/sync.ts';
import { openLog } from '../src/app/server/operation/log.ts';
import { openWeb } from '../src/app/server/http/web.ts';
import { type Caller, type TestServer, boot, refusal } from './kit.ts';
import { addLoan, deviceOf, followUp } from './sync/phone.ts';

let server: TestServer;
let agent: Caller;
let person: Caller;
beforeAll(async () => {
  server = await boot({
    env: { RAZORPAY_URL: 'http://rzp_key:rzp_secret@127.0.0.1:1?webhook=hook&account=acc_1' },
  });
  person = await server.as('create_break', 'list_break');
  agent = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

const half = '\ud83d';

describe('half an emoji', () => {
  test('is rejected at its field', async () => {
    const refused = await refusal(person.call(breaks.create, { name: `Tea ${half}`, duration: '00:15' }));
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_INPUT']);
  });

  test('in one entry of a batch rejects that entry; the others are accepted', async () => {
    const [good, bad] = [await addLoan(server, agent.id), await addLoan(server, agent.id)];
    const phone = deviceOf(agent);
    const answers = await phone.send([
      await phone.item(followUp(bad, `Call ${half}`)),
      await phone.item(followUp(good, 'Call')),
    ]);
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [422, 'INVALID_INPUT'],
      [200, undefined],
    ]);
  });

  test('in a review or discard request is rejected', async () => {
    const phone = deviceOf(agent);
    const item = await phone.item(followUp(await addLoan(server, agent.id), `Call ${half}`));
    const { deviceId } = phone;
    const review = await refusal(agent.call(sync.review, { deviceId, item, code: 'INVALID_INPUT' }));
    const { key, cmd, seq } = item;
    const given = { key, cmd, seq, reason: half, at: new Date().toISOString() };
    const discarded = await refusal(agent.call(sync.discarded, { deviceId, items: [given] }));
    const stuck = await refusal(
      agent.call(sync.stuck, { deviceId, waiting: 1, oldestMinutes: 1, fault: half }),
    );
    expect([review, discarded, stuck].map(({ status }) => status)).toEqual([422, 422, 422]);
  });
});

test('JSON twenty thousand deep is rejected, in an entry of a batch too', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const send = (who: Caller, path: string, body: string): Promise<Response> =>
    who.fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  expect((await send(person, '/api/breaks', `{"name":${deep},"duration":"00:15"}`)).status).toBe(422);
  const batch = `{"deviceId":"x","sentAt":"x","items":[{"input":{"a":${deep}}}]}`;
  expect((await send(agent, '/api/sync/batch', batch)).status).toBe(422);
});

test.each(['null', '7', '"x"'])('a signed gateway event with %s is rejected', async (body) => {
  const signature = createHmac('sha256', 'hook').update(body).digest('hex');
  const response = await fetch(`${server.url}/api/payments/webhook/razorpay`, {
    method: 'POST',
    body,
    headers: { 'x-razorpay-signature': signature },
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

test('an unfinished body is cut off; a file has more time', async () => {
  const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false, bodyMs: 300 });
  app.post('/small', () => 'ok');
  app.put('/file', { config: { streams: true } }, async (request, reply) => {
    let bytes = 0;
    for await (const piece of request.body as AsyncIterable<Buffer>) bytes += piece.length;
    return reply.send({ bytes });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const begin = async (head: string, type: string): Promise<{ line: net.Socket; said: () => string }> => {
    const line = net.connect(port, '127.0.0.1');
    let said = '';
    line.on('data', (piece) => (said += piece.toString()));
    await once(line, 'connect');
    line.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n"half`);
    return { line, said: () => said };
  };
  const file = await begin('PUT /file', 'image/png');
  const small = await begin('POST /small', 'application/json');
  await once(small.line, 'end');
  expect(small.said()).toMatch(/^HTTP\/1\.1 408 /);
  file.line.write('12345');
  await expect.poll(file.said).toMatch(/"bytes":10/);
  for (const { line } of [file, small]) line.destroy();
  await app.close();
});

test('missing headers, silent connections and too many connections are closed', async () => {
  const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false });
  const { requestTimeout, headersTimeout, timeout, maxConnections } = app.server;
  for (const limit of [requestTimeout, headersTimeout, timeout, maxConnections])
    expect(limit).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThanOrEqual(60_000);
  await app.close();
});

test('the list of endpoints needs a sign-in in production', async () => {
  const production = await boot({ env: { RECOUP_MODE: 'production', ALLOW_PLAIN_HTTP: 'yes' } });
  const anybody = await production.as();
  for (const path of ['/api/docs', '/api/docs/openapi.json']) {
    expect((await production.anonymous.fetch(path)).status).toBe(401);
    expect((await anybody.fetch(path)).status).toBe(200);
    expect((await server.anonymous.fetch(path)).status).toBe(200);
  }
  await production.stop();
});

test('personal files are for their owner only', async () => {
  const modes = await Promise.all(
    ['files', 'recoup.log'].map(async (name) => (await stat(`${server.folder}/${name}`)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
});
