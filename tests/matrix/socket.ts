/** A browser's live line, for tests. */
import { type Socket, io } from 'socket.io-client';
import type { Caller, TestServer } from '../kit.ts';

export interface Line {
  socket: Socket;
  /** Received events so far, by name. */
  heard: { name: string; facts: unknown }[];
  /** Next event of this name; fails on a timeout. */
  next(name: string, ms?: number): Promise<unknown>;
  /** True when the server closes the line within the time. */
  closed(): Promise<boolean>;
  close(): void;
}

/** Detects missing events, not slow ones. */
const patience = 60_000;

/** Opens a socket; resolves with the reason when rejected. */
export function openLine(
  server: Pick<TestServer, 'url'>,
  headers: Record<string, string>,
  path = '',
  auth: object = {},
): Promise<Line | string> {
  const socket = io(server.url + path, {
    transports: ['websocket'],
    extraHeaders: headers,
    auth,
    reconnection: false,
    forceNew: true,
  });
  const heard: Line['heard'] = [];
  socket.onAny((name: string, facts: unknown) => void heard.push({ name, facts }));
  const line: Line = {
    socket,
    heard,
    next: (name, ms = patience) =>
      new Promise((resolve, reject) => {
        const known = heard.findIndex((one) => one.name === name);
        if (known >= 0) return resolve(heard.splice(known, 1)[0]?.facts);
        const timer = setTimeout(() => reject(new Error(`no ${name} within ${ms} ms`)), ms);
        socket.once(name, (facts: unknown) => {
          clearTimeout(timer);
          heard.splice(
            heard.findIndex((one) => one.name === name),
            1,
          );
          resolve(facts);
        });
      }),
    closed: () =>
      new Promise((resolve) => {
        if (!socket.connected) return resolve(true);
        const timer = setTimeout(() => resolve(false), patience);
        socket.once('disconnect', () => {
          clearTimeout(timer);
          resolve(true);
        });
      }),
    close: () => void socket.disconnect(),
  };
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(line));
    socket.once('connect_error', (error) => resolve(error.message));
  });
}

/** Socket of a signed-in user. */
export async function lineOf(
  server: Pick<TestServer, 'url'>,
  person: Caller,
  auth: object = {},
): Promise<Line> {
  const line = await openLine(server, { Cookie: `sid=${person.token}`, Origin: server.url }, '', auth);
  if (typeof line === 'string') throw new Error(`the line was refused: ${line}`);
  return line;
}
