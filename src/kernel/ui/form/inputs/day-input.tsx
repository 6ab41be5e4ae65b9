import { Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { calendarText as say } from '#text/en/calendar.ts';
import { kitText } from '#text/en/kit.ts';
import css from './day-input.module.css';
import { shownDay, typedDay, typedMoment } from './typed-day.ts';
import { lazy } from '../../parts/lazy-part.tsx';

const loadCalendar = () => import('./day-calendar.tsx');
const DayCalendar = lazy(async () => ({ default: (await loadCalendar()).DayCalendar }));

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'label'> & {
  label: string;
  /** `YYYY-MM-DD`, with `hasTime` `YYYY-MM-DDTHH:mm`; invalid input unchanged. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  hasTime?: boolean;
  onChange: (value: string) => void;
};

/**
 * Day input, typed as lists show it or picked from a lazily loaded calendar: the browser's field depends on its
 * language, month first in many.
 */
export function DayInput({ value, min, max, hasTime = false, onChange, error, ...rest }: Props) {
  const { label, disabled } = rest;
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const read = hasTime ? typedMoment : typedDay;
  const heard = typed === undefined ? undefined : read(typed);
  // The typed text remains until another control, such as a chip, sets a day.
  const isTheirs = typed !== undefined && (heard === value || (heard === undefined && !read(value)));
  const text = isTheirs ? typed : shownDay(value);
  const day = read(text)?.slice(0, 10);
  const isWrong = text.trim() !== '' && (!day || (min && day < min) || (max && day > max));
  const close = (): void => {
    setOpen(false);
    input.current?.focus();
  };
  const pick = (next: string): void => {
    setTyped(undefined);
    setLeft(true);
    onChange(next);
  };
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The surrounding form remains open.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...rest}
          id={id}
          ref={input}
          autoComplete="off"
          inputMode={hasTime ? 'text' : 'numeric'}
          placeholder={hasTime ? say.momentPattern : say.dayPattern}
          error={error ?? (isLeft && isWrong ? kitText.wrong(label) : undefined)}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            setLeft(false);
            onChange(read(target.value) ?? target.value);
          }}
          onBlur={() => {
            setLeft(true);
            if (heard) setTyped(undefined);
          }}
          rightSectionWidth="var(--recoup-target)"
          rightSection={
            <CalendarButton
              labelledBy={`${id}-label`}
              isOpen={isOpen}
              disabled={disabled}
              onPress={() => setOpen(!isOpen)}
            />
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        className={css.dropdown}
        role="dialog"
        aria-labelledby={`${id}-label`}
        onKeyDownCapture={closeByKey}
      >
        <Suspense fallback={<div className={css.waiting} />}>
          <DayCalendar
            value={read(value) ?? ''}
            min={min}
            max={max}
            hasTime={hasTime}
            onChange={pick}
            onDone={close}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ButtonProps {
  labelledBy: string;
  isOpen: boolean;
  disabled: boolean | undefined;
  onPress: () => void;
}
const CalendarButton = ({ labelledBy, isOpen, disabled, onPress }: ButtonProps) => (
  <button
    type="button"
    className={css.open}
    aria-label={say.open}
    aria-describedby={labelledBy}
    aria-expanded={isOpen}
    disabled={disabled}
    onPointerEnter={() => void loadCalendar()}
    onFocus={() => void loadCalendar()}
    onClick={onPress}
  >
    <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
  </button>
);
