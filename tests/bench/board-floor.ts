/** Baseline of the live board: a bare WebSocket server that broadcasts PostgreSQL notifications. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import pg from 'pg';

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const sockets = new Set<Duplex>();
const server = createServer();
server.on('upgrade', (request, socket) => {
  const key = createHash('sha1')
    .update(`${request.headers['sec-websocket-key'] ?? ''}${magic}`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => sockets.delete(socket));
});
/** A text frame, as servers send them. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, 0, 0]);
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
const client = new pg.Client(JSON.parse(process.env.BENCH_PG ?? '{}') as pg.ClientConfig);
await client.connect();
client.on('notification', ({ payload }) => {
  const frame = frameOf(payload ?? '');
  for (const socket of sockets) socket.write(frame);
});
await client.query('listen floor');
server.listen(Number(process.env.BENCH_PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
