import type { activityText } from '../en/activity.ts';
import type { Overlay } from '#text/locale.ts';

/** What agents see of it; the reports are for desks. */
export const activityHindi: Overlay<typeof activityText> = {
  own: {
    loginHours: 'लॉगिन का समय',
    breakHours: 'ब्रेक का समय',
    talkTime: 'बातचीत का समय',
    calls: 'कॉल',
    connectedCalls: 'जुड़ी कॉल',
    followUps: 'फ़ॉलो-अप',
    promises: 'वादे',
  },
};
