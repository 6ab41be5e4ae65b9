/** A demo user working through the public API: signed in by a session, with requests like a page. */
import { randomUUID } from 'node:crypto';
import type { Database } from '#kernel/server/database/database.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { sessionFor } from '../../server/sign-in-links.ts';

interface Reply<E extends Endpoint> {
  row: WireRow<E>;
  rows: WireRow<E>[];
}
const patience = 20_000;

export class DemoPerson {
  readonly #url: string;
  readonly #cookie: string;

  readonly #over: AbortSignal;

  private constructor(url: string, cookie: string, over: AbortSignal) {
    this.#url = url;
    this.#cookie = cookie;
    this.#over = over;
  }

  /** Without the password, which has rate limits. */
  static async enter(o: { database: Database; url: string; over: AbortSignal }, email: string) {
    const { database, url, over } = o;
    over.throwIfAborted();
    const started = await sessionFor(database, {
      email,
      request: { id: randomUUID(), ip: '127.0.0.1', userAgent: 'Recoup demo' },
    });
    if (!started) throw new Error(`no account ${email}`);
    return new DemoPerson(url, `sid=${started.token}`, over);
  }

  async ask<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> {
    const response = await this.#send(endpoint, input as Record<string, unknown>);
    return (await response.json()) as Reply<E>;
  }

  async #send(endpoint: Endpoint, input: Record<string, unknown>): Promise<Response> {
    const left = { ...input };
    const path = endpoint.path.replace(/:(\w+)/gu, (_, name: string) => {
      const value = left[name];
      delete left[name];
      return encodeURIComponent(String(value));
    });
    const isRead = endpoint.method === 'GET';
    const query = isRead ? `?${new URLSearchParams(left as Record<string, string>).toString()}` : '';
    const response = await fetch(`${this.#url}/api${path}${query}`, {
      method: endpoint.method,
      signal: AbortSignal.any([AbortSignal.timeout(patience), this.#over]),
      headers: {
        'X-Requested-With': 'app',
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        Cookie: this.#cookie,
        ...(endpoint.offline && { 'Idempotency-Key': randomUUID() }),
      },
      ...(!isRead && { body: JSON.stringify(left) }),
    });
    if (!response.ok) throw new Error(`${endpoint.name}: ${response.status}`);
    return response;
  }
}
