import type { calendarText } from '../en/calendar.ts';
import type { Overlay } from '../locale.ts';

export const calendarHindi: Overlay<typeof calendarText> = {
  dayPattern: 'DD-MM-YYYY',
  momentPattern: 'DD-MM-YYYY hh:mm AM',
  open: 'कैलेंडर',
  time: 'समय',
  levels: {
    previousMonth: 'पिछला महीना',
    nextMonth: 'अगला महीना',
    monthLevelControl: 'महीना चुनें',
    previousYear: 'पिछला साल',
    nextYear: 'अगला साल',
    yearLevelControl: 'साल चुनें',
    previousDecade: 'पहले के साल',
    nextDecade: 'बाद के साल',
  },
  weekdays: { d0: 'र', d1: 'सो', d2: 'मं', d3: 'बु', d4: 'गु', d5: 'शु', d6: 'श' },
};
