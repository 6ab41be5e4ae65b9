/** The field for one cell of a file, of the kind its column is. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { channels } from '#kernel/contract/channels/channels.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import { AmountInput } from '#kernel/ui/form/inputs/amount-input.tsx';
import { DayInput } from '#kernel/ui/form/inputs/day-input.tsx';
import css from './mend.module.css';

interface Props {
  column: FileColumn | undefined;
  label: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

const modes = { amount: 'decimal', count: 'numeric', mobile: 'tel', agent: 'email' } as const;
const modeOf = (kind: FileColumn['kind'] | undefined) =>
  kind && kind in modes ? modes[kind as keyof typeof modes] : 'text';

const choicesOf = (kind: FileColumn['kind'] | undefined): { value: string; label: string }[] | undefined => {
  if (kind === 'channel') return channels.map((one) => ({ value: one, label: one }));
  if (kind === 'status')
    return [
      { value: 'Active', label: say.active },
      { value: 'Inactive', label: say.inactive },
    ];
  return undefined;
};

export function MendInput({ column, label, value, error, disabled, onChange }: Props) {
  const kind = column?.kind;
  const shared = { 'aria-label': label, disabled, error, size: 'md', autoComplete: 'off' } as const;
  const choices = choicesOf(kind);
  if (choices)
    return (
      <NativeSelect
        {...shared}
        value={choices.some((one) => one.value === value) ? value : ''}
        data={[{ value: '', label: '' }, ...choices]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (kind === 'date')
    return (
      <DayInput
        {...shared}
        label={label}
        labelProps={{ className: css.label }}
        value={value}
        onChange={onChange}
      />
    );
  // The file's value is shown unchanged; a typed one is grouped like every amount.
  if (kind === 'amount' && (value === '' || /^\d+(\.\d{0,2})?$/.test(value)))
    return <AmountInput {...shared} inputMode="decimal" value={value} onChange={onChange} />;
  return (
    <TextInput
      {...shared}
      inputMode={modeOf(kind)}
      maxLength={1000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
