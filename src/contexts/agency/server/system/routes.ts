import { system } from '#kernel/contract/system.ts';
import { implement } from '#kernel/server/http/implement.ts';

export const systemRoutes = implement(system, { ping: async () => ({ isUp: true }) });
