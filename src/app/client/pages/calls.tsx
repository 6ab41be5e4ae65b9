/** The lists of calls with what they need of other features. */
import { lazy } from 'react';
import { inboundScreen } from '#contexts/dialer/client/calls/inbound.screen.tsx';
import { withCallScreen, withoutCallScreen } from '#contexts/dialer/client/calls/tracker.screen.tsx';

export const InboundCalls = inboundScreen(
  lazy(async () => ({ default: (await import('#contexts/loans/client/task-form.tsx')).TaskForm })),
);

const desk = { withCall: '/tracker/with-call', withoutCall: '/tracker/without-call' };
const admin = { withCall: '/admin/tracker', withoutCall: '/admin/tracker/without-call' };
export const tracker = {
  desk: { withCall: withCallScreen(desk), withoutCall: withoutCallScreen(desk) },
  admin: { withCall: withCallScreen(admin), withoutCall: withoutCallScreen(admin) },
};
