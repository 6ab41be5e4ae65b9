/** WebKitGTK by its WebKitWebDriver: the W3C protocol, as far as the walk needs it. */
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type Engine, until } from './engine.ts';
import { type Program, startProgram } from './program.ts';

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

const sender =
  (base: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where there is no screen, one in memory. */
async function screen(): Promise<{ env: NodeJS.ProcessEnv; end(): Promise<void> }> {
  if (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
    return { env: {}, end: async () => undefined };
  const xvfb = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
  return { env: { DISPLAY: `:${await xvfb.hear(/^(\d+)$/m)}` }, end: () => xvfb.end() };
}

interface Started {
  session: string;
}

async function newSession(send: Send, binary: string): Promise<Started> {
  const browser = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string };
  return { session: `/session/${sessionId}` };
}

export async function openWebKit(driver: string, binary: string): Promise<Engine> {
  const display = await screen();
  const port = await freePort();
  const program: Program = startProgram(driver, [`--port=${port}`], display.env);
  const send = sender(`http://127.0.0.1:${port}`);
  await until('the driver of WebKit', () => send('GET', '/status').then(Boolean, () => false), Boolean);
  const { session } = await newSession(send, binary);
  return {
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    async ask<T>(expression: string): Promise<T> {
      const script = `const done = arguments[0];
        Promise.resolve().then(() => (${expression})).then((it) => done({ it }), (error) => done({ error: String(error) }));`;
      const found = (await send('POST', `${session}/execute/async`, { script, args: [] })) as {
        it: T;
        error?: string;
      };
      if (found.error !== undefined) throw new Error(found.error);
      return found.it;
    },
    resize: async (width, height) =>
      void (await send('POST', `${session}/window/rect`, { width, height, x: 0, y: 0 })),
    thrown: () => [],
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await program.end();
      await display.end();
    },
  };
}
