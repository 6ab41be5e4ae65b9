import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { may } from '#contract/kernel/access.ts';
import type { Input } from '#contract/kernel/endpoint.ts';
import { useRead } from '#client/kernel/query.ts';
import { useActor } from '#client/kernel/session.tsx';
import { kitText } from '#text/en/kit.ts';
import { dropdownFresh, dropdownOf } from './dropdowns.ts';
import type { Field } from './fields.ts';
import './styles.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  field: Pick<Field, 'label' | 'within' | 'meta'>;
  /** The value that narrows the choices; without it nothing can be chosen yet. */
  within?: string | boolean;
  value: string;
  onChange: (value: string) => void;
};

/** Choices from a domain's dropdown, searched on the server; locked without its permission. */
export function Picker({ field, within, value, onChange, ...rest }: Props) {
  const actor = useActor();
  const endpoint = dropdownOf(field.meta?.ref ?? '');
  const mayChoose = may(actor, endpoint.can);
  const [word, setWord] = useState('');
  const isWaiting = field.within !== undefined && !within;
  const narrowed = field.within && within ? { [field.within]: Number(within) } : {};
  const { data } = useRead(
    endpoint,
    { ...narrowed, ...(word ? { q: word } : {}) } as Input<typeof endpoint>,
    {
      enabled: mayChoose && !isWaiting,
      staleTime: dropdownFresh,
      keepPrevious: true,
    },
  );
  const rows = (data ?? []) as unknown as { id: number; name: string }[];
  const choices = rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <Select
      {...rest}
      searchable
      clearable
      data={choices}
      value={value && isKnown ? value : null}
      nothingFoundMessage={kitText.noChoice}
      disabled={rest.disabled || !mayChoose || isWaiting}
      title={mayChoose ? undefined : kitText.locked}
      rightSection={mayChoose ? undefined : <Lock />}
      onChange={(picked) => onChange(picked ?? '')}
      onSearchChange={(typed) => setWord(choices.some(({ label }) => label === typed) ? '' : typed)}
    />
  );
}

const Lock = () => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="var(--mantine-color-error)"
    strokeWidth="1.6"
    role="img"
    aria-label={kitText.locked}
  >
    <rect x="3" y="7" width="10" height="7" rx="1.5" />
    <path d="M5 7V5a3 3 0 0 1 6 0v2" />
  </svg>
);
