/** The tracker of calls at the addresses of the desk and of admins. */
import { withCallScreen, withoutCallScreen } from './tracker.screen.tsx';

const desk = { withCall: '/tracker/with-call', withoutCall: '/tracker/without-call' };
const admin = { withCall: '/admin/tracker', withoutCall: '/admin/tracker/without-call' };
export const tracker = {
  desk: { withCall: withCallScreen(desk), withoutCall: withoutCallScreen(desk) },
  admin: { withCall: withCallScreen(admin), withoutCall: withoutCallScreen(admin) },
};
