/** Must be the first import of whatever loads a contract: zod would otherwise try `new Function`, which the CSP forbids. */
import * as z from 'zod/mini';

z.config({ jitless: true });
