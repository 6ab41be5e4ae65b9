import { type ReactNode, createContext, use, useCallback, useEffect, useMemo } from 'react';
import { type Access, type Actor, may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { type CurrentUser, session } from '#kernel/contract/session.ts';
import { type Held, keyOf, queryClient } from '../calls/queries/query.ts';
import { rememberWho } from './redirect.ts';

/** The signed-in person's user, flags and modules, as the server answers them. */
export type SessionAccess = WireRow<typeof session.access>;

const SessionContext = createContext<{ access: SessionAccess; actor: Actor } | null>(null);

const actorOf = ({ user, permissions }: SessionAccess): Actor => ({
  id: user.id,
  roleType: user.roleType,
  slug: user.slug,
  flags: new Set(permissions),
});

/** Provides the signed-in user to its children. */
export function SessionProvider({ access, children }: { access: SessionAccess; children: ReactNode }) {
  const value = useMemo(() => ({ access, actor: actorOf(access) }), [access]);
  const { id } = access.user;
  useEffect(() => rememberWho(id), [id]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

function useSession() {
  const value = use(SessionContext);
  if (!value) throw new Error('This needs a signed-in person around it');
  return value;
}

export const useActor = (): Actor => useSession().actor;
/** Null on pages without sign-in. */
export const useActorIfAny = (): Actor | null => use(SessionContext)?.actor ?? null;
export const useCurrentUser = (): CurrentUser => useSession().access.user;

/** Returns the permission test of the signed-in user, identical to the server's. */
export function useMay(): (access: Access) => boolean {
  const actor = useActorIfAny();
  return useCallback((access) => may(actor, access), [actor]);
}

const currentAccess = (): SessionAccess | undefined =>
  queryClient.getQueryData<Held<typeof session.access>>(keyOf(session.access, {}))?.reply;

/** The signed-in user outside React, if loaded. */
export const currentUser = (): CurrentUser | undefined => currentAccess()?.user;
/** The agency that answered; unknown in a snapshot of an older version. */
export const currentAgency = (): string | undefined => currentAccess()?.agency as string | undefined;
