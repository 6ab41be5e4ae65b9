/** Inbound calls, with the form that creates a task from a selection. */
import { inboundScreen } from '#contexts/dialer/client/calls/inbound.screen.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

export const InboundCalls = inboundScreen(
  lazy(async () => ({ default: (await import('#contexts/loans/client/tasks/task-form.tsx')).TaskForm })),
);
