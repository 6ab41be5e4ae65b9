/** CSRF guard: rejects state changes from other origins. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';

function isOwn(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** A plain HTML form cannot send our header; its origin is checked alone. */
export function refuseForeignForm(request: FastifyRequest): void {
  if (!isOwn(request)) throw new Failure('FOREIGN_ORIGIN');
}

/** A foreign page cannot set X-Requested-With without a preflight, which we never grant. */
export function refuseForeign(request: FastifyRequest): void {
  if (!isOwn(request) || request.headers['x-requested-with'] !== 'app') throw new Failure('FOREIGN_ORIGIN');
}

/** False where no key is configured; compared in constant time. */
export function isKeyOf(key: string | undefined, shown: string | string[] | undefined): boolean {
  if (!key || typeof shown !== 'string') return false;
  const [wanted, given] = [Buffer.from(key), Buffer.from(shown)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
