import { audit } from '#contexts/reporting/contract/audit.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { pageOfAudit } from './store.ts';

export const auditRoutes = implement(audit, { list: (query, { tx }) => pageOfAudit(tx, query) });
