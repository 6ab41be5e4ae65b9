/** Offers the demo's CA certificate to phones; requests from other machines without TLS are redirected to it. */
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { phoneText as say } from '#text/en/phone.ts';
import { html } from '#kernel/server/http/pages/html.ts';
import type { Certificates } from './certificates.ts';

export const PHONE_PAGE = '/phone';
const FILE = '/phone/recoup-demo.crt';
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export const fingerprintOf = ({ authority }: Certificates): string =>
  new X509Certificate(authority).fingerprint256;

const isEncrypted = (request: FastifyRequest): boolean =>
  (request.raw.socket as Partial<TLSSocket>).encrypted === true;

export function addPhonePage(app: FastifyInstance, own: Certificates): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isEncrypted(request) || LOOPBACK.test(request.ip) || request.url.startsWith(PHONE_PAGE)) return;
    // A password must not cross the network in clear, and nothing could be saved.
    return reply.redirect(PHONE_PAGE);
  });
  app.get(FILE, (_, reply) =>
    reply
      .header('Content-Disposition', 'attachment; filename="recoup-demo.crt"')
      .type('application/x-x509-ca-cert')
      .send(new X509Certificate(own.authority).raw),
  );
  app.get(PHONE_PAGE, (request, reply) => {
    const page = html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say.title}</title>
        <main>
          <h1>${say.title}</h1>
          <p>${say.why}</p>
          <p>${say.compare}<br /><code>${fingerprintOf(own)}</code></p>
          <p><a href="${FILE}">${say.get}</a></p>
          <ul>
            <li>${say.android}</li>
            <li>${say.iphone}</li>
          </ul>
          <p><a href="https://${request.host}/">${say.open(`https://${request.host}`)}</a></p>
          <p>${say.remove}</p>
        </main>
      </html>`;
    return reply.type('text/html; charset=utf-8').send(page.text);
  });
}
