import type { ReactNode } from 'react';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Unreachable } from '#kernel/client/calls/api-failure.ts';
import { kitText } from '#text/en/kit.ts';
import css from './borrower.module.css';
import type { Reading } from '#kernel/client/calls/queries/query.ts';
import { LineBones, ListTrouble } from '#kernel/ui/list/list-states.tsx';

/** What was read, or why it was not. */
export function Read<E extends Endpoint>({
  of: { data, error, refetch },
  children,
}: {
  of: Reading<E>;
  children: (data: NonNullable<Reading<E>['data']>) => ReactNode;
}) {
  if (data !== undefined && data !== null) return children(data);
  if (error instanceof Unreachable) return <p className={css.none}>{kitText.notOffline}</p>;
  if (error) return <ListTrouble error={error} onRetry={refetch} />;
  return <LineBones />;
}
