import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpSms } from './http-sms.ts';
import { type Message, Undeliverable } from './port.ts';

let answer = { status: 200, body: '{}' };
let asked: { url: string; authorization: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization, body });
    response.writeHead(answer.status).end(answer.body);
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://a-token@127.0.0.1:${(server.address() as AddressInfo).port}/send?entity=1101&header=RECOUP&payment-link=1107`;
});
afterAll(() => server.close());
beforeEach(() => (asked = []));

const message: Message = {
  id: 7,
  channel: 'sms',
  to: '9000000001',
  text: 'Pay here',
  subject: null,
  purpose: 'payment-link',
  templateId: null,
};

test('a text leaves under the entity, the header and the template of its purpose', async () => {
  answer = { status: 200, body: '{"messageId":"m-1"}' };
  expect(await httpSms(url).send(message)).toEqual({ reference: 'm-1', status: 'sent' });
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer a-token']);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    to: '919000000001',
    text: 'Pay here',
    entityId: '1101',
    header: 'RECOUP',
    templateId: '1107',
    reference: '7',
  });
});

test('without an approved template nothing is sent', async () => {
  await expect(httpSms(url).send({ ...message, purpose: 'payment-failed' })).rejects.toThrow(Undeliverable);
  expect(asked).toEqual([]);
});

test.each([
  [400, Undeliverable],
  [401, Undeliverable],
  [429, Error],
  [503, Error],
])('status %i is mapped to its meaning', async (status, kind) => {
  answer = { status, body: '{}' };
  const error: unknown = await httpSms(url)
    .send(message)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error instanceof Undeliverable).toBe(kind === Undeliverable);
});

test('an answer without a number is tried again', async () => {
  answer = { status: 200, body: 'OK' };
  const error: unknown = await httpSms(url)
    .send(message)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Undeliverable);
});

test('the delivery status of an SMS is polled by its number', async () => {
  answer = { status: 200, body: '{"status":"DELIVRD"}' };
  expect(await httpSms(url).statusOf?.('m-1')).toBe('delivered');
  expect(asked[0]?.url).toBe('/send/m-1');
});
