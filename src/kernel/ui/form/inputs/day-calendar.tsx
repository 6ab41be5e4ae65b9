/** A month calendar, with a time field where one is needed. Loaded when it is opened. */
import { TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { calendarText as say } from '#text/en/calendar.ts';
import { kitText } from '#text/en/kit.ts';
import { today } from '../../parts/values/format.ts';

interface Props {
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  hasTime: boolean;
  onChange: (value: string) => void;
  onDone: () => void;
}

const months: Readonly<Record<string, string>> = kitText.months;
const weekdays: Readonly<Record<string, string>> = say.weekdays;
const monthOf = (day: string): string => months[`m${day.slice(5, 7)}`] ?? '';
const monthAndYear = (day: string): string => `${monthOf(day)} ${day.slice(0, 4)}`;
const weekdayOf = (day: string): string =>
  weekdays[`d${new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()}`] ?? '';

export function DayCalendar({ value, min, max, hasTime, onChange, onDone }: Props) {
  const day = value.slice(0, 10);
  const time = value.slice(11) || '10:00';
  return (
    <>
      <DatePicker
        value={day || null}
        defaultDate={day || (max && max < today() ? max : today())}
        minDate={min?.slice(0, 10)}
        maxDate={max?.slice(0, 10)}
        monthLabelFormat={monthAndYear}
        monthsListFormat={monthOf}
        weekdayFormat={weekdayOf}
        weekendDays={[]}
        hideOutsideDates
        getDayAriaLabel={(of) => `${Number(of.slice(8, 10))} ${monthAndYear(of)}`}
        ariaLabels={say.levels}
        onChange={(picked) => {
          if (!picked) return;
          onChange(hasTime ? `${picked}T${time}` : picked);
          if (!hasTime) onDone();
        }}
      />
      {hasTime && (
        <TextInput
          type="time"
          mt="xs"
          label={say.time}
          value={time}
          onChange={({ target }) => target.value && onChange(`${day || today()}T${target.value}`)}
        />
      )}
    </>
  );
}
