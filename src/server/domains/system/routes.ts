import { system } from '#contract/kernel/system.ts';
import { implement } from '#server/kernel/implement.ts';

export const systemRoutes = implement(system, { ping: async () => ({ isUp: true }) });
