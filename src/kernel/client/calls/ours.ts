/**
 * Recognises responses of our server. A proxy in between, a captive portal and a company's filter respond too: their
 * responses are treated as none, for reads, writes, uploads and the session alike.
 */

/** Our server sends its clock with every answer under /api (`app/server/http/headers.ts`). */
export const serverTimeHeader = 'X-Server-Time';

/**
 * Why our server is unreachable: no network; a network without a route to it (no signal, a firewall, an invalid
 * certificate: browsers do not tell them from each other); a portal that requires sign-in; or another server in its
 * position.
 */
export type Absence = 'network' | 'blocked' | 'portal' | 'server';

/** Undefined for our responses. A redirect is never ours: our API has none, and a portal redirects to its page. */
export function absenceIn({ headers, status, type }: Response): Absence | undefined {
  return absenceOf(headers.get(serverTimeHeader), type === 'opaqueredirect' ? 302 : status);
}

const wantsSignIn = 511;
/** The same of an answer that is no `Response`. */
export function absenceOf(serverTime: string | null, status: number): Absence | undefined {
  if (serverTime !== null) return undefined;
  return status < 400 || status === wantsSignIn ? 'portal' : 'server';
}

/** Reason for a missing response: silence points to the server, no route to the network, if there is one. */
export const absenceFor = (error: unknown, isLinked: boolean | undefined = navigator.onLine): Absence => {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'server';
  return isLinked ? 'blocked' : 'network';
};
