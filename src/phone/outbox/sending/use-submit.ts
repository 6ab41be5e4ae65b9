import { useCallback } from 'react';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { type How, type Submitted, submit, submitAll } from './submit.ts';

/** `submit` as the signed-in user. */
export function useSubmit<E extends Endpoint>(
  endpoint: E,
): (input: Input<E>, how: How) => Promise<Submitted<E>> {
  const { id } = useCurrentUser();
  return useCallback((input, how) => submit(endpoint, id, input, how), [endpoint, id]);
}

/** `submitAll` as the signed-in user. */
export function useSubmitAll<E extends Endpoint>(
  endpoint: E,
): (inputs: readonly Input<E>[], how: How & { group: string }) => Promise<void> {
  const { id } = useCurrentUser();
  return useCallback((inputs, how) => submitAll(endpoint, id, inputs, how), [endpoint, id]);
}
