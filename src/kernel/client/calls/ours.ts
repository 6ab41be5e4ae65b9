/**
 * Whether our own server answered. A proxy before a server that is down, a captive portal and a company's filter answer too:
 * their responses count as no answer, for reading, writing, uploads and the session alike.
 */

/** Our server sends its clock with every answer under /api (`app/server/http/headers.ts`). */
export const serverTimeHeader = 'X-Server-Time';

/**
 * Why our server cannot be reached: no network; a network without a way to it (no signal, a firewall, a foreign certificate:
 * browsers do not tell which); another one that wants a sign-in first; or something else in its place.
 */
export type Absence = 'network' | 'blocked' | 'portal' | 'server';

/** Undefined when the answer is ours. A redirect is never: our API has none, and a portal sends people to its own page. */
export function absenceIn({ headers, status, type }: Response): Absence | undefined {
  return absenceOf(headers.get(serverTimeHeader), type === 'opaqueredirect' ? 302 : status);
}

const wantsSignIn = 511;
/** The same of an answer that is no `Response`. */
export function absenceOf(serverTime: string | null, status: number): Absence | undefined {
  if (serverTime !== null) return undefined;
  return status < 400 || status === wantsSignIn ? 'portal' : 'server';
}

/** Why a request got no answer at all: silence comes from a server, no way to it from the network, if there is one. */
export const absenceFor = (error: unknown, isLinked: boolean | undefined = navigator.onLine): Absence => {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'server';
  return isLinked ? 'blocked' : 'network';
};
