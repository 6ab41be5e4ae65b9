/** Proxy between browser and server that can drop a response after the server sent it, or hang. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface Wire {
  url: string;
  /** Drops the next response to a request with this prefix; `whenLost` runs then. */
  loseAnswerTo(words: string, whenLost: () => Promise<void>): void;
  /** Requests with this prefix get no response from now on, as in a weak cell. */
  hang(words: string): void;
  /** Those that hang are cut, and all go through again. */
  release(): void;
  /** From now on something else answers everything, as a proxy or a portal does; undefined lets all through again. */
  answerAll(status?: number, page?: string): void;
  close(): Promise<void>;
}

export async function openWire(port: number): Promise<Wire> {
  let losing: { words: string; whenLost: () => Promise<void> } | undefined;
  let hanging: string | undefined;
  let instead: string | undefined;
  const browsers = new Set<net.Socket>();
  const hung = new Set<net.Socket>();
  const wire = net.createServer((browser) => {
    const server = net.connect(port, '127.0.0.1');
    let isLost = false;
    browsers.add(browser);
    browser.on('data', (sent: Buffer) => {
      if (instead !== undefined) return void browser.end(instead);
      if (hung.has(browser)) return;
      if (hanging !== undefined && sent.toString('latin1').startsWith(hanging)) return void hung.add(browser);
      isLost ||= losing !== undefined && sent.toString('latin1').startsWith(losing.words);
      server.write(sent);
    });
    server.on('data', (answer: Buffer) => {
      if (!isLost) return void browser.write(answer);
      const { whenLost } = losing ?? {};
      losing = undefined;
      // The server committed, as it responded; the browser never receives it.
      browser.destroy();
      void whenLost?.();
    });
    const end = (): void => {
      browsers.delete(browser);
      hung.delete(browser);
      browser.destroy();
      server.destroy();
    };
    for (const socket of [browser, server]) socket.on('error', end).on('close', end);
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    url: `http://localhost:${(wire.address() as AddressInfo).port}`,
    loseAnswerTo: (words, whenLost) => void (losing = { words, whenLost }),
    hang: (words) => void (hanging = words),
    release() {
      hanging = undefined;
      for (const browser of hung) browser.destroy();
    },
    answerAll(status, page = '') {
      instead =
        status === undefined
          ? undefined
          : `HTTP/1.1 ${status} Other\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(page)}\r\nConnection: close\r\n\r\n${page}`;
      // Open connections would continue to the server.
      for (const browser of browsers) browser.destroy();
    },
    async close() {
      wire.close();
    },
  };
}
