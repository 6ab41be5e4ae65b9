import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import { type Filter, narrowedBy, withDefaults } from '../filters.ts';
import { clampedEnd, today } from '../../parts/values/format.ts';
import css from '../../form/form.module.css';
import { monthKeys, monthWord, nearMonths } from '../../parts/values/months.ts';
import { Picker } from '../../form/inputs/picker.tsx';
import { DayInput } from '../../form/inputs/day-input.tsx';
import { typedDay } from '../../form/inputs/typed-day.ts';
import { Sheet } from '../../parts/sheet/sheet.tsx';
import '../../parts/theme/styles.ts';

type Words = Record<string, string | undefined>;

/** Filter drawer: queries the server only when Search is clicked. */
export function FilterDrawer({ filters, onClose }: { filters: readonly Filter[]; onClose: () => void }) {
  const { all, set } = useUrlState();
  const [words, setWords] = useState<Words>(() => withDefaults(filters, all));
  const names = filters.flatMap(({ name, until }) => (until ? [name, until] : [name]));
  const change = ({ name }: Filter, patch: Words): void => {
    const emptied = Object.fromEntries(narrowedBy(filters, name).map((other) => [other, undefined]));
    setWords({ ...words, ...emptied, ...patch });
  };
  const apply = (from: Words): void => {
    set(
      { ...Object.fromEntries(names.map((name) => [name, from[name] || undefined])), page: undefined },
      'push',
    );
    onClose();
  };
  const isRight = filters
    .filter(({ meta }) => meta.kind === 'day')
    .flatMap(({ name, until }) => [words[name], until && words[until]])
    .every((day) => !day || (typedDay(day) === day && day <= today()));
  return (
    <Sheet title={kitText.filters} from="right" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          // An invalid day shows its field error.
          if (isRight) apply(words);
        }}
      >
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            words={words}
            onChange={(patch) => change(filter, patch)}
          />
        ))}
        <div className={css.foot}>
          <Button variant="default" size="md" onClick={() => apply({})}>
            {kitText.reset}
          </Button>
          <Button type="submit" size="md">
            {kitText.search}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function FilterField({
  filter,
  words,
  onChange,
}: {
  filter: Filter;
  words: Words;
  onChange: (patch: Words) => void;
}) {
  const { name, label, meta, until, within, loose, asks } = filter;
  const value = words[name] ?? '';
  const common = { label, size: 'md' as const };
  if (meta.kind === 'day') return <DayFilter filter={filter} words={words} onChange={onChange} />;
  if (meta.kind === 'flag')
    return (
      <Select
        {...common}
        clearable
        value={value || null}
        data={[
          ...(filter.choices ?? [
            { value: 'true', label: kitText.yes },
            { value: 'false', label: kitText.no },
          ]),
        ]}
        onChange={(picked) => onChange({ [name]: picked ?? undefined })}
      />
    );
  if (meta.kind === 'months')
    return (
      <MultiSelect
        {...common}
        clearable
        searchable
        data={nearMonths(today())}
        value={monthKeys(value)}
        comboboxProps={{ withinPortal: false }}
        onChange={(keys) => onChange({ [name]: keys.length ? monthWord(keys) : undefined })}
      />
    );
  if (meta.kind === 'choice')
    return (
      <Select
        {...common}
        clearable
        data={[...(filter.choices ?? meta.options ?? [])]}
        value={value || null}
        onChange={(picked) => onChange({ [name]: picked ?? undefined })}
      />
    );
  if (meta.ref)
    return (
      <Picker
        {...common}
        field={{ label, within, loose, meta, asks }}
        within={within ? words[within] : undefined}
        value={value}
        onChange={(picked) => onChange({ [name]: picked || undefined })}
      />
    );
  return (
    <TextInput
      {...common}
      value={value}
      onChange={({ target }) => onChange({ [name]: target.value, ...(until ? { [until]: undefined } : {}) })}
    />
  );
}

/** Day or range filter: no future days, at most 30 days. */
function DayFilter({
  filter: { name, label, until },
  words,
  onChange,
}: {
  filter: Filter;
  words: Words;
  onChange: (patch: Words) => void;
}) {
  const start = words[name] ?? '';
  const end = (until && words[until]) ?? '';
  const last = typedDay(start) ? [clampedEnd(start, today()), today()].sort()[0] : today();
  return (
    <div className={css.range}>
      <DayInput
        label={label}
        size="md"
        max={today()}
        value={start}
        onChange={(typed) =>
          onChange({
            [name]: typed,
            ...(until && end && typedDay(typed) ? { [until]: clampedEnd(typed, end) } : {}),
          })
        }
      />
      {until && (
        <DayInput
          label={kitText.until}
          size="md"
          min={start}
          max={last}
          value={end}
          onChange={(typed) =>
            onChange({ [until]: typedDay(start) && typedDay(typed) ? clampedEnd(start, typed) : typed })
          }
        />
      )}
    </div>
  );
}
