/** The page before the console: nothing of a person's work is loaded, read or sent here. */
import '#kernel/client/app/zod-setup.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import '#kernel/ui/parts/theme/base-styles.ts';
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { SecondStep } from '#contexts/agency/client/account/second-step.tsx';
import { appText } from '#text/en/app.ts';
import { queryClient } from '#kernel/client/calls/queries/query.ts';
import { Notices } from '#kernel/ui/notices/notices.tsx';
import { cssVariables, theme } from '#kernel/ui/parts/theme/theme.ts';
import { fetchTypeface, showTypeface } from '#kernel/ui/parts/theme/typeface.ts';
import { ErrorBoundary } from '../screens/error-boundary.tsx';
import { styleNonce } from '../style-nonce.ts';

export function drawSecondStep(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  setNonce(styleNonce());
  fetchTypeface();
  showTypeface();
  document.title = appText.titleOf(say.title);
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <SecondStep />
        </ErrorBoundary>
        <Notices />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
