/** A demo that is open to the network, met by a phone that trusts its authority and by one that does not. */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeAddresses } from '../../src/app/tls/own.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';

let server: ServerProcess;
let host: string;

beforeAll(async () => {
  const [address] = officeAddresses('0.0.0.0');
  if (!address) throw new Error('this machine is in no network');
  server = await startServer({ env: { HOST: '0.0.0.0' } });
  host = `${address}:${new URL(server.url).port}`;
});
afterAll(() => server.remove());

interface Met {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}
function meet(url: string, o: https.RequestOptions & { body?: string } = {}): Promise<Met> {
  return new Promise((resolve, reject) => {
    const by = url.startsWith('https:') ? https : http;
    const request = by.request(url, { agent: false, ...o }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject);
    request.end(o.body);
  });
}

test('the phone is offered the authority, trusts it, and then saves', async () => {
  const sent = await meet(`http://${host}/`);
  expect([sent.status, sent.headers.location]).toEqual([302, '/phone']);
  const offer = (await meet(`http://${host}/phone`)).body.toString();
  const file = await meet(`http://${host}/phone/recoup-demo.crt`);
  expect(file.headers['content-type']).toBe('application/x-x509-ca-cert');
  const authority = new X509Certificate(file.body);
  expect(authority.ca).toBe(true);
  expect(offer).toContain(authority.fingerprint256);
  await expect.poll(server.said, { timeout: 10_000 }).toContain(authority.fingerprint256);
  expect(server.said()).toContain(`http://${host}/phone`);

  const ca = authority.toString();
  await expect(meet(`https://${host}/api/ping`)).rejects.toThrow(/certificate/);
  const ping = await meet(`https://${host}/api/ping`, { ca });
  expect(ping.status).toBe(200);
  expect(ping.headers['strict-transport-security']).toBeUndefined();
  const signedIn = await meet(`https://${host}/api/auth/login`, {
    ca,
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'agent@recoup.test', password: 'recoup-demo-2026' }),
  });
  expect(signedIn.status).toBe(200);
});

test('this machine continues without TLS', async () => {
  expect((await meet(`${server.url}/api/ping`)).status).toBe(200);
});

test('a plaintext password from another machine is not read', async () => {
  const refused = await meet(`http://${host}/api/auth/login`, { method: 'POST', body: '{}' });
  expect([refused.status, refused.headers.location]).toEqual([302, '/phone']);
});

test('the key is its owner’s only, and is the same after another start', async () => {
  const file = path.join(server.dataDir, 'tls.json');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const before = fs.readFileSync(file, 'utf8');
  expect(before).not.toMatch(/authorityKey/);
  await server.stop();
  const again = await startServer({ env: { HOST: '0.0.0.0' }, dataDir: server.dataDir });
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  await again.stop();
});
