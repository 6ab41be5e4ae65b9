/** One port for TLS and plain HTTP, distinguished by the first byte: http://localhost remains usable. */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Certificates } from './certificates.ts';

/** First byte of a TLS handshake. */
const HANDSHAKE = 22;
const BEGIN_MS = 10_000;

export function openFront(
  { key, cert }: Certificates,
  handler: http.RequestListener,
  requestTimeout: number,
): http.Server {
  const plain = http.createServer({ requestTimeout }, handler);
  const secure = https.createServer({ key, cert, requestTimeout }, handler);
  secure.on('upgrade', (...upgrade) => void plain.emit('upgrade', ...upgrade));
  // A phone that does not trust the CA yet aborts the handshake.
  secure.on('tlsClientError', (_, socket) => socket.destroy());
  const serve = plain.listeners('connection') as ((this: http.Server, socket: Socket) => void)[];
  plain.removeAllListeners('connection');
  plain.on('connection', (socket: Socket) => {
    socket.setTimeout(BEGIN_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.removeAllListeners('timeout').setTimeout(0);
      socket.unshift(first);
      if (first[0] === HANDSHAKE) secure.emit('connection', socket);
      else for (const one of serve) one.call(plain, socket);
      process.nextTick(() => socket.resume());
    });
  });
  const both = (name: 'closeIdleConnections' | 'closeAllConnections'): void => {
    const own = plain[name].bind(plain);
    plain[name] = () => {
      own();
      secure[name]();
    };
  };
  both('closeIdleConnections');
  both('closeAllConnections');
  return plain;
}
