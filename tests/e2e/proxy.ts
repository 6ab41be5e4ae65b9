/** A wire between browser and server that can lose an answer after the server has given it, or hang. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface Wire {
  url: string;
  /** The next answer to a request that starts with these words is lost; `whenLost` runs then. */
  loseAnswerTo(words: string, whenLost: () => Promise<void>): void;
  /** From now on requests that start with these words get no answer at all, as in a cell at its edge. */
  hang(words: string): void;
  close(): Promise<void>;
}

export async function openWire(port: number): Promise<Wire> {
  let losing: { words: string; whenLost: () => Promise<void> } | undefined;
  let hanging: string | undefined;
  const wire = net.createServer((browser) => {
    const server = net.connect(port, '127.0.0.1');
    let isLost = false;
    browser.on('data', (sent: Buffer) => {
      if (hanging && sent.toString('latin1').startsWith(hanging)) return;
      isLost ||= losing !== undefined && sent.toString('latin1').startsWith(losing.words);
      server.write(sent);
    });
    server.on('data', (answer: Buffer) => {
      if (!isLost) return void browser.write(answer);
      const { whenLost } = losing ?? {};
      losing = undefined;
      // The server has committed, or it would not answer; the browser never hears of it.
      browser.destroy();
      void whenLost?.();
    });
    const end = (): void => {
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
    async close() {
      wire.close();
    },
  };
}
