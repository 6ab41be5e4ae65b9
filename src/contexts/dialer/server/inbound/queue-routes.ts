/** Queues as an admin enters them. */
import { inboundQueues } from '#contexts/dialer/contract/inbound-queues.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { tableFor } from '#kernel/server/database/plain-master.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';

interface Draft {
  opensAt?: string | null;
  closesAt?: string | null;
  teamId?: number;
  secondTeamId?: number | null;
  thirdTeamId?: number | null;
}
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

/** Both hours or none, and no team twice. */
function check({ opensAt = null, closesAt = null, teamId, secondTeamId, thirdTeamId }: Draft): void {
  if ((opensAt === null) !== (closesAt === null) || (opensAt !== null && opensAt >= (closesAt ?? '')))
    throw wrong('closesAt');
  const [second, third] = [secondTeamId ?? null, thirdTeamId ?? null];
  if (second !== null && second === teamId) throw wrong('secondTeamId');
  if (third !== null && (third === teamId || third === second || second === null)) throw wrong('thirdTeamId');
}

export const queueRoutes: Route[] = implement(
  inboundQueues,
  tableHandlers<typeof inboundQueues>({
    ...tableFor(inboundQueues),
    search: ['number'],
    prepare(draft, _, before) {
      check({ ...before, ...draft });
      return draft;
    },
  }),
);
