/** Server side of a fake web socket: sends, and receives only the close. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function frame(opcode: number, bytes: Buffer): Buffer {
  const head =
    bytes.length < 126
      ? Buffer.from([0x80 | opcode, bytes.length])
      : Buffer.from([0x80 | opcode, 126, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}

export interface Speaker {
  say(message: object): void;
  /** A polite end, or a line that is cut. */
  close(): void;
  cut(): void;
}

export function greet(request: IncomingMessage, socket: Duplex, over: () => void): Speaker {
  const key = createHash('sha1')
    .update(String(request.headers['sec-websocket-key']) + magic)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  socket.on('data', (bytes: Buffer) => {
    if (((bytes[0] ?? 0) & 15) === 8) socket.end(frame(8, Buffer.from([3, 232])));
  });
  socket.on('close', over);
  socket.on('error', over);
  return {
    say: (message) => void (socket.writable && socket.write(frame(1, Buffer.from(JSON.stringify(message))))),
    close: () => void socket.end(frame(8, Buffer.from([3, 232]))),
    cut: () => void socket.destroy(),
  };
}
