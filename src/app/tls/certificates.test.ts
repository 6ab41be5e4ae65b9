import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { makeCertificates } from './certificates.ts';

const now = new Date();

/** How a client that trusts `authority` meets a server with `key` and `cert`, called by `name`. */
async function meet(o: { key: string; cert: string; authority: string }, name: string): Promise<string> {
  const server = tls.createServer({ key: o.key, cert: o.cert }, (line) => line.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const line = tls.connect({
    port,
    host: '127.0.0.1',
    ca: o.authority,
    ...(/^\d/.test(name) ? {} : { servername: name }),
    checkServerIdentity: (_, cert) => tls.checkServerIdentity(name, cert),
  });
  const said = await Promise.race([
    once(line, 'secureConnect').then(() => 'trusted'),
    once(line, 'error').then(([error]) => String((error as NodeJS.ErrnoException).code)),
  ]).catch((error: NodeJS.ErrnoException) => String(error.code));
  line.destroy();
  server.close();
  return said;
}

test('a client that trusts the authority trusts the server at its addresses, for thirty days', async () => {
  const made = await makeCertificates(['192.168.1.20'], now);
  expect(await meet(made, '192.168.1.20')).toBe('trusted');
  expect(await meet(made, 'localhost')).toBe('trusted');
  expect(await meet(made, '192.168.1.21')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  const cert = new X509Certificate(made.cert);
  expect(cert.verify(new X509Certificate(made.authority).publicKey)).toBe(true);
  const days = (Date.parse(cert.validTo) - now.getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(29);
});

test('a client that trusts the authority of other addresses does not', async () => {
  const { key, cert } = await makeCertificates(['192.168.1.20'], now);
  const { authority } = await makeCertificates(['192.168.1.20'], now);
  expect(await meet({ key, cert, authority }, '192.168.1.20')).not.toBe('trusted');
});
