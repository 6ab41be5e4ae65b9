import { audit } from '#contexts/reporting/contract/audit.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { chainNow } from './chain.ts';
import { isRestorable, mastersIn, restore } from './restore.ts';
import { pageOfAudit } from './store.ts';

export const auditRoutes = (o: { safe: Safe; routes: () => readonly Route[] }): Route[] =>
  implement(audit, {
    list: (query, { tx }) => pageOfAudit(tx, query, (domain) => isRestorable(mastersIn(o.routes()), domain)),
    chain: (_, { tx }) => chainNow(tx, o.safe),
    restore: ({ id }, context) => restore(context, id, mastersIn(o.routes())),
  });
