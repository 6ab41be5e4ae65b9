import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpWhatsapp } from './http-whatsapp.ts';
import { type Message, Undeliverable } from './port.ts';

let asked: { authorization: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    asked.push({ authorization: request.headers.authorization, body });
    response.end(request.method === 'GET' ? '{"status":"read"}' : '{"id":"wa-1"}');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://a-token@127.0.0.1:${(server.address() as AddressInfo).port}/messages?from=919000000000&payment-link=pay_link`;
});
afterAll(() => server.close());
beforeEach(() => (asked = []));

const message: Message = {
  id: 7,
  channel: 'whatsApp',
  to: '9000000001',
  text: 'Pay here',
  subject: null,
  purpose: 'payment-link',
  templateId: null,
};
const carrier = () => httpWhatsapp(url, async (mobile) => mobile === message.to);

test('WhatsApp sends the purpose template to opted-in numbers and polls the read status', async () => {
  expect(await carrier().send(message)).toEqual({ reference: 'wa-1', status: 'sent' });
  expect(asked).toEqual([{ authorization: 'Bearer a-token', body: expect.any(String) as string }]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    to: '919000000001',
    from: '919000000000',
    template: 'pay_link',
    text: 'Pay here',
    reference: '7',
  });
  expect(await carrier().statusOf?.('wa-1')).toBe('read');
});

test('without an approved template, or to who did not agree, nothing is sent', async () => {
  await expect(carrier().send({ ...message, purpose: 'payment-failed' })).rejects.toThrow(Undeliverable);
  await expect(carrier().send({ ...message, to: '9000000002' })).rejects.toThrow(Undeliverable);
  expect(asked).toEqual([]);
});
