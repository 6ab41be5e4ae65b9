/** Secrets of browser lines at an Asterisk: one per session, void after it. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Ari, AriOptions } from './ari.ts';
import type { BrowserLines, IceServer } from '../port.ts';

/** Longer than an agent's page is open. */
const turnSeconds = 24 * 3600;

/** Credentials as TURN servers derive them from a shared secret: the expiry is the user name. */
function iceServersOf(
  { stun, turn, secret, username, password }: AriOptions['ice'],
  name: string,
  now: Date,
): IceServer[] {
  const limited = `${Math.floor(now.getTime() / 1000) + turnSeconds}:${name}`;
  const login = secret
    ? { username: limited, credential: createHmac('sha1', secret).update(limited).digest('base64') }
    : { username, credential: password };
  return [...(stun ? [{ urls: `stun:${stun}` }] : []), ...(turn ? [{ urls: `turn:${turn}`, ...login }] : [])];
}

export const browserLines = (ari: Ari, o: AriOptions): BrowserLines => ({
  address: o.wss,
  domain: new URL(o.wss).hostname,
  nameOf: (extension) => o.browsers.replace('{extension}', extension),
  // Derived from values available on every node, so that none is stored.
  secretOf: (sessionId) => createHmac('sha256', o.password).update(`line:${sessionId}`).digest('base64url'),
  iceServersFor: (sessionId, now) => iceServersOf(o.ice, String(sessionId), now),
  async setSecret(extension, secret) {
    const name = encodeURIComponent(o.auths.replace('{extension}', extension));
    const fields = [
      { attribute: 'auth_type', value: 'userpass' },
      { attribute: 'username', value: o.browsers.replace('{extension}', extension) },
      { attribute: 'password', value: secret ?? randomBytes(24).toString('base64url') },
    ];
    const path = `/asterisk/config/dynamic/res_pjsip/auth/${name}`;
    const { status } = await ari.ask('PUT', path, {}, { fields });
    if (status >= 300) throw new Error(`asterisk: the secret of a line was not taken, ${status}`);
  },
});
