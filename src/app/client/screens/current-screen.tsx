import { type ComponentType, Suspense, useEffect, createElement } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { type Actor, may } from '#kernel/contract/access.ts';
import { takeRedirect } from '#kernel/client/session/redirect.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { landingOf, maySee } from '../menu.ts';
import { Missing } from '../pages/refusals.tsx';
import { type Screen, shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens.ts';
import { ScreenSkeleton } from '../shells/boot-skeleton.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const views = new Map<Screen['load'], ComponentType>(
  screens.map(({ load }) => [load, lazy(async () => ({ default: await load() }))]),
);
/** Screens with loaded code. */
const ready = new Map<Screen['load'], ComponentType>();
const forbidden = '/page403';

/** Loads a screen before its area is rendered. */
export async function bring({ load }: Screen): Promise<void> {
  ready.set(load, await load());
}

/** The screen at a path as this person sees it; null when there is one, but not for them. */
function screenAt(actor: Actor, pathname: string): Screen | null | undefined {
  const here = screens.filter(({ path }) => path === pathname);
  if (here.length === 0) return undefined;
  const shell = shellOf(actor.roleType);
  const mine = here.find((screen) => screen.shell === shell || screen.shell === 'public');
  return mine && may(actor, mine.can) ? mine : null;
}

/** Screen of the URL. */
export function CurrentScreen() {
  const actor = useActor();
  const { pathname } = useLocation();
  if (pathname === '/' || pathname === '/login') return <Landing />;
  const screen = screenAt(actor, pathname);
  if (screen === undefined) return <Missing />;
  if (screen === null) return <Navigate to={forbidden} replace />;
  const view = ready.get(screen.load) ?? views.get(screen.load);
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<ScreenSkeleton />}>{view && createElement(view)}</Suspense>
    </ErrorBoundary>
  );
}

/** Where this person wanted to go before signing in, once, if they may see it; else where their role starts. */
function Landing() {
  const actor = useActor();
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = takeRedirect(actor.id);
    const target = wanted && maySee(actor, wanted) ? wanted : landingOf(actor);
    void navigate(target ?? forbidden, { replace: true });
  }, [actor, navigate]);
  return <ScreenSkeleton />;
}
