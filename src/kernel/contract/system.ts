import { domain, endpoint } from './endpoint.ts';
import { flag } from './field.ts';

/** Asked by phones to learn whether it is really us at the other end. */
export const system = domain('system', {
  ping: endpoint('GET /ping', {
    about: 'Whether it is this server that answers; asked by phones.',
    can: 'public',
    gives: { isUp: flag() },
  }),
});
