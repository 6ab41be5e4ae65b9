import { IconCloudOff } from '@tabler/icons-react';
import { appText } from '#text/en/app.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { BootSkeleton } from '../shells/boot-skeleton.tsx';
import { Message } from './message.tsx';

/** The server is unreachable, and this device has no snapshot of a session. */
export function NotReached({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // A 401 is already on its way to the sign-in page.
  if (error instanceof ApiFailure && error.status === 401) return <BootSkeleton />;
  return (
    <Message
      picture={IconCloudOff}
      title={appText.notReached}
      action={{ label: appText.tryAgain, run: onRetry }}
    />
  );
}
