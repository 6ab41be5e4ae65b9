import type { FastifyReply, FastifyRequest } from 'fastify';

/** The `__Host-` prefix binds the cookie to this host, but requires https. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid');

const cookieRules = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }) as const;

export const cookieValue = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  tokenIn(request.headers.cookie, isSecure);

/** Without `seconds` the cookie lasts for the browser session. Null clears it. */
export function setCookie(
  reply: FastifyReply,
  isSecure: boolean,
  token: string | null,
  seconds?: number,
): void {
  const common = cookieRules(isSecure);
  if (token === null) void reply.clearCookie(nameOf(isSecure), common);
  else void reply.setCookie(nameOf(isSecure), token, { ...common, ...(seconds ? { maxAge: seconds } : {}) });
}

/** A device cookie lasts for a year across sign-ins and sign-outs. */
const deviceName = (isSecure: boolean): string => (isSecure ? '__Host-device' : 'device');
const year = 365 * 86_400;

export const deviceCookie = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  valueIn(request.headers.cookie, deviceName(isSecure));

export function setDeviceCookie(reply: FastifyReply, isSecure: boolean, value: string): void {
  void reply.setCookie(deviceName(isSecure), value, { ...cookieRules(isSecure), maxAge: year });
}

/** The token in a raw Cookie header; tokens have nothing that needs decoding. */
export const tokenIn = (header: string | undefined, isSecure: boolean): string | undefined =>
  valueIn(header, nameOf(isSecure));

function valueIn(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length) || undefined;
}
