/**
 * Must be the first import of every entry that loads a contract: zod would try `new Function`, which the CSP forbids.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });
