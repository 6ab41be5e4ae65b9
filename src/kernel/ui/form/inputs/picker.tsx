import { MultiSelect, Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { IconLock } from '@tabler/icons-react';
import { may } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { metaOf } from '#kernel/contract/field.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { kitText } from '#text/en/kit.ts';
import { dropdownOf, learnSoon, useKit } from '../../list/dropdowns.ts';
import { useChoices } from '../choices.ts';
import type { Field } from '../fields.ts';
import '../../parts/theme/styles.ts';
import { NoneYet } from './none-yet.tsx';

learnSoon();

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  field: Pick<Field, 'label' | 'within' | 'meta' | 'asks'> & { loose?: boolean };
  /** The value that narrows the choices; without it nothing can be chosen yet. */
  within?: string | boolean;
  /** How many may be chosen. */
  most?: number;
  /** An id; comma-separated ids in a multi-value field. */
  value: string;
  onChange: (value: string) => void;
  /** Leaves out what the screen does not offer. */
  offers?: (row: never) => boolean;
};
/** What narrows the choices: the last part of their endpoint's path where that is open, else a filter of that name. */
function narrowedBy(
  endpoint: Endpoint,
  name: string | undefined,
  value: string | boolean | undefined,
): object {
  if (!name || !value) return {};
  const open = /:(\w+)$/.exec(endpoint.path)?.[1];
  const schema = endpoint.takes.shape[name];
  if (open) return { [open]: String(value) };
  const kind = schema && metaOf(schema)?.kind;
  // Several narrow together.
  if (kind === 'ids') return { [name]: String(value).split(',').map(Number) };
  return { [name]: kind === 'choice' ? value : Number(value) };
}

/** Choices from a domain's dropdown, searched on the server; locked without its permission. */
export function Picker({ field, within, most, value, onChange, offers, ...rest }: Props) {
  useKit();
  const actor = useActor();
  const endpoint = dropdownOf(field.meta?.ref ?? '');
  const mayChoose = may(actor, endpoint.can);
  const [word, setWord] = useState('');
  const isWaiting = field.within !== undefined && !within && !field.loose;
  const isAsked = mayChoose && !isWaiting;
  const narrowed = { ...field.asks, ...narrowedBy(endpoint, field.within, within) };
  const searches = 'q' in endpoint.takes.shape;
  const loaded = useChoices(
    endpoint,
    { ...narrowed, ...(word && searches ? { q: word } : {}) },
    isAsked,
    offers,
  );
  const offered = loaded ?? [];
  const picked = value ? value.split(',') : [];
  // A selected value may be outside the loaded options: it is loaded by its id.
  const unknown = picked.filter((id) => !offered.some((choice) => choice.value === id));
  const found =
    useChoices(
      endpoint,
      { ...narrowed, ids: unknown.map(Number) },
      isAsked && unknown.length > 0 && 'ids' in endpoint.takes.shape,
      offers,
    ) ?? [];
  const data = [...offered, ...found.filter(({ value: id }) => unknown.includes(id))];
  const known = picked.filter((id) => data.some((choice) => choice.value === id));
  // An optional field may stay empty.
  const isEmpty = loaded?.length === 0 && word === '' && picked.length === 0 && rest.withAsterisk;
  const common = {
    ...rest,
    ...(isEmpty && { description: <NoneYet of={field.meta?.ref ?? ''} within={field.within} /> }),
    data,
    searchable: true,
    clearable: true,
    // Autofocus of a form's first field must not open its list.
    openOnFocus: false,
    nothingFoundMessage: kitText.noChoice,
    disabled: Boolean(rest.disabled) || !isAsked,
    title: mayChoose ? undefined : kitText.locked,
    rightSection: mayChoose ? undefined : <Lock />,
    onSearchChange: (typed: string) => setWord(data.some(({ label }) => label === typed) ? '' : typed),
  };
  if (field.meta?.kind === 'ids')
    return (
      <MultiSelect
        {...(common as object)}
        data={data}
        value={known}
        maxValues={most}
        comboboxProps={{ withinPortal: false }}
        onChange={(ids) => onChange(ids.join(','))}
      />
    );
  return <Select {...common} value={known[0] ?? null} onChange={(id) => onChange(id ?? '')} />;
}

const Lock = () => (
  <IconLock size={16} stroke={1.75} color="var(--recoup-bad)" role="img" aria-label={kitText.locked} />
);
