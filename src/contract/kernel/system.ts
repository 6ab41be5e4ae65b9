import { domain, endpoint } from './endpoint.ts';
import { flag } from './field.ts';

/** Asked by phones to learn whether it is really us at the other end. */
export const system = domain('system', {
  ping: endpoint('GET /ping', { can: 'public', gives: { isUp: flag() } }),
});
