/** HTTP calls, without screen code, so that the service worker can make them. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';

const basePath = '/api';
/** CSRF header of our pages. */
export const ownHeaders = { 'X-Requested-With': 'app' };

/** The address and body of a call: path keys filled, GET and DELETE inputs in the query, others as JSON. */
export function requestOf(endpoint: Endpoint, input: object): { url: string; body?: string } {
  const left: Record<string, unknown> = { ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
    return { url: basePath + path, body: JSON.stringify(left) };
  const query = queryOf(left);
  return { url: basePath + path + (query && `?${query}`) };
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value as string | number | boolean));
  }
  return query.toString();
}
