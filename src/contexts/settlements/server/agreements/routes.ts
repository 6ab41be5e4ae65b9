import { agreements } from '#contexts/settlements/contract/agreements.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { seenId } from '../store.ts';
import { agreementsOf } from './acceptances.ts';

export const agreementRoutes: Route[] = implement(agreements, {
  ofSettlement: async ({ id }, { tx, actor }) => agreementsOf(tx, await seenId(tx, actor, id)),
});
