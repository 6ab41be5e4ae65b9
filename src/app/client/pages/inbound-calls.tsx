/** Calls that came in, with the form that makes a task of what is selected among them. */
import { lazy } from 'react';
import { inboundScreen } from '#contexts/dialer/client/calls/inbound.screen.tsx';

export const InboundCalls = inboundScreen(
  lazy(async () => ({ default: (await import('#contexts/loans/client/task-form.tsx')).TaskForm })),
);
