import type { FastifyReply, FastifyRequest } from 'fastify';

/** The `__Host-` prefix binds the cookie to this host, but only works over https. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid');

export const cookieValue = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  tokenIn(request.headers.cookie, isSecure);

/** No `seconds`: the cookie ends with the browser session. Null clears it. */
export function setCookie(
  reply: FastifyReply,
  isSecure: boolean,
  token: string | null,
  seconds?: number,
): void {
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (token === null) void reply.clearCookie(nameOf(isSecure), common);
  else void reply.setCookie(nameOf(isSecure), token, { ...common, ...(seconds ? { maxAge: seconds } : {}) });
}

/** The token in a raw Cookie header; tokens have nothing that needs decoding. */
export function tokenIn(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${nameOf(isSecure)}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length) || undefined;
}
