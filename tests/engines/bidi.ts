/** Firefox by the WebDriver BiDi it speaks itself: no other program is needed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { startProgram } from './program.ts';

interface Answer {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  message?: string;
  method?: string;
  params?: { level?: string; type?: string; text?: string };
}

/** One question at a time would do; each has a number, so they may cross. */
class Line {
  readonly thrown: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Answer));
  }

  #hear(answer: Answer): void {
    const { params } = answer;
    if (answer.method === 'log.entryAdded' && params?.level === 'error' && params.type === 'javascript')
      this.thrown.push(params.text ?? '');
    if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#last;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  }
}

async function connect(url: string): Promise<Line> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)));
  });
  return new Line(socket);
}

/** Disables fetches and telemetry. */
const quiet = [
  'user_pref("app.update.enabled", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("network.captive-portal-service.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
].join('\n');

interface Evaluated {
  type: 'success' | 'exception';
  result: { value: string };
  exceptionDetails?: { text: string };
}

export async function openFirefox(binary: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'recoup-firefox-'));
  writeFileSync(join(profile, 'user.js'), quiet);
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const program = startProgram(binary, args, { HOME: profile });
  const address = await program.hear(/WebDriver BiDi listening on (ws:\S+)/);
  const line = await connect(`${address}/session`);
  await line.send('session.new', { capabilities: {} });
  await line.send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = await line.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = tree.contexts[0]?.context;
  return {
    open: (url) => line.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async ask<T>(expression: string): Promise<T> {
      const said = await line.send<Evaluated>('script.evaluate', {
        // Values are serialised as text: the protocol has a format per value type.
        expression: `Promise.resolve().then(() => (${expression})).then((it) => JSON.stringify({ it }))`,
        target: { context },
        awaitPromise: true,
      });
      if (said.type === 'exception') throw new Error(said.exceptionDetails?.text);
      return (JSON.parse(said.result.value) as { it: T }).it;
    },
    resize: (width, height) =>
      line.send('browsingContext.setViewport', { context, viewport: { width, height } }),
    thrown: () => line.thrown.splice(0),
    async close() {
      await line.send('browser.close', {}).catch(() => undefined);
      await program.end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
