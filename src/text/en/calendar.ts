import { localised } from '../locale.ts';

/** Day field and calendar; separate from the kit's texts, which every first visit loads. */
export const calendarText = localised('calendar', {
  dayPattern: 'DD-MM-YYYY',
  momentPattern: 'DD-MM-YYYY hh:mm AM',
  open: 'Calendar',
  time: 'Time',
  levels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    monthLevelControl: 'Choose a month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    yearLevelControl: 'Choose a year',
    previousDecade: 'Earlier years',
    nextDecade: 'Later years',
  },
  weekdays: { d0: 'Su', d1: 'Mo', d2: 'Tu', d3: 'We', d4: 'Th', d5: 'Fr', d6: 'Sa' },
});
