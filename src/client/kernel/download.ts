import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { ask } from './api.ts';

/** Saves what an endpoint streams as a file; the name is the server's, or else the one given. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  name: string,
): Promise<void> {
  const response = await ask(endpoint, input);
  const said = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: said ?? name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
