import { useEffect, useLayoutEffect } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import '#kernel/ui/parts/theme/base-styles.ts';
import { secondStepPath } from '#contexts/agency/client/sign-in/second-step-path.ts';
import { session } from '#kernel/contract/session.ts';
import { queryClient, useRead } from '#kernel/client/calls/queries/query.ts';
import { SessionProvider } from '#kernel/client/session/session.tsx';
import { ConfirmLeave } from '#kernel/ui/form/confirm-leave.tsx';
import { GreyedReason } from './screens/greyed-reason.tsx';
import { Notices } from '#kernel/ui/notices/notices.tsx';
import { cssVariables, theme } from '#kernel/ui/parts/theme/theme.ts';
import { showTypeface } from '#kernel/ui/parts/theme/typeface.ts';
import { ErrorBoundary } from './screens/error-boundary.tsx';
import { GuardedRouter } from './guards/guarded-router.tsx';
import { NotReached } from './pages/not-reached.tsx';
import { BootSkeleton } from './shells/boot-skeleton.tsx';
import { ShellOfRole } from './shells/shell-of-role.tsx';
import { PinGate } from './guards/pin-gate.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { styleNonce } from './style-nonce.ts';

/** The console: providers, then the session's shell. */
export function App() {
  useLayoutEffect(showTypeface, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <GuardedRouter>
          <ErrorBoundary>
            <SignedIn />
          </ErrorBoundary>
          <UpdateBanner />
          <PinGate />
          <ConfirmLeave />
          <Notices />
          <GreyedReason />
        </GuardedRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Renders the snapshot immediately; the server's response replaces it. */
function SignedIn() {
  const access = useRead(session.access, {}, { boot: true, staleTime: 0 });
  const mustSetUp = access.data?.mustSetUp ?? false;
  // Their session allows nothing else; a separate page, so that the console requests nothing.
  useEffect(() => {
    if (mustSetUp) window.location.replace(secondStepPath);
  }, [mustSetUp]);
  if (mustSetUp) return <BootSkeleton />;
  if (access.data)
    return (
      <SessionProvider access={access.data}>
        <ShellOfRole />
      </SessionProvider>
    );
  return access.error ? <NotReached error={access.error} onRetry={access.refetch} /> : <BootSkeleton />;
}
