/** Row action: an endpoint called by the kit, or a custom step of the screen. */
import { type Actor, type Access, may } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { UrlState } from '#kernel/client/app/url.ts';
import { useActorIfAny } from '#kernel/client/session/session.tsx';

interface Common<R> {
  label: string;
  when?: (row: R, actor: Actor) => boolean;
  /** Why it is grey for this row. */
  why?: (row: R) => string | undefined;
}
/** Shown with permission; the kit confirms, calls, shows the result and refreshes the list. */
export interface EndpointAction<R> extends Common<R> {
  run: Endpoint;
  /** The input; the row's id by default. */
  input?: (row: R) => object;
  /** Confirmation; by default its label with a question mark. */
  asks?: (row: R) => string;
  /** Toast; may depend on the response. */
  says: { done: string | ((answer: unknown) => string); failed?: string };
}
/** Opens a panel of the screen: `set` writes the open state into the URL. */
interface StepAction<R> extends Common<R> {
  run: (row: R, set: UrlState['set']) => void;
  can?: Access;
}
export type RowAction<R> = EndpointAction<R> | StepAction<R>;

export const callsEndpoint = <R>(action: RowAction<R>): action is EndpointAction<R> =>
  typeof action.run !== 'function';

/** Actions permitted for this user and row. */
export function offered<R>(actions: readonly RowAction<R>[], row: R, actor: Actor): RowAction<R>[] {
  return actions.filter((action) => {
    const access = callsEndpoint(action) ? action.run.can : action.can;
    return (!access || may(actor, access)) && (!action.when || action.when(row, actor));
  });
}

/** Whether this person may do anything with one of these rows. */
export function useHasMenu<R>(actions: readonly RowAction<R>[] | undefined, ...rows: readonly R[]): boolean {
  const actor = useActorIfAny();
  return Boolean(actor && actions && rows.some((row) => offered(actions, row, actor).length > 0));
}
