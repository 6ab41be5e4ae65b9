import { Checkbox, ColorInput, Select, TextInput, Textarea } from '@mantine/core';
import { type InputHTMLAttributes, type ReactNode, memo } from 'react';
import type { FieldKind } from '#kernel/contract/field.ts';
import { kitText } from '#text/en/kit.ts';
import { AmountInput } from './inputs/amount-input.tsx';
import { DayInput } from './inputs/day-input.tsx';
import type { Field, Value, Values } from './fields.ts';
import { Picker } from './inputs/picker.tsx';
import { PictureChoice, isAllAhead } from './inputs/picture-choice.tsx';
import { QuickValues } from './inputs/quick-values.tsx';

interface Props {
  field: Field;
  value: Value | undefined;
  values: Values;
  fault: string | undefined;
  isFixed: boolean;
  onChange: (value: Value) => void;
}
type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'
>;
const natives: Partial<Record<Field['look'], Native>> = {
  // A duration, not a time of day: the browser's clock field would show AM or PM.
  time: { inputMode: 'numeric', maxLength: 5, placeholder: kitText.hourMinute },
  money: { inputMode: 'decimal', autoComplete: 'off' },
  number: { inputMode: 'numeric', autoComplete: 'off' },
};
const ofKind: Partial<Record<FieldKind, Native>> = {
  email: { type: 'email' },
  gstin: { maxLength: 15, autoComplete: 'off' },
  mobile: { type: 'tel', inputMode: 'numeric', maxLength: 10 },
  phone: { type: 'tel', maxLength: 18 },
  pincode: { inputMode: 'numeric', maxLength: 6 },
  // Prevents the browser from filling in the user's password.
  secret: { type: 'password', autoComplete: 'new-password' },
};

interface FieldProps extends Omit<Props, 'onChange'> {
  onChange: (field: Field, value: Value) => void;
}
/** One field by its type, with one-tap values below. Memoised: rendered again only on changes. */
export const FormField = memo(function FormField({ onChange: change, ...rest }: FieldProps) {
  const { field, value, values, isFixed } = rest;
  const onChange = (next: Value): void => change(field, next);
  const props = { ...rest, onChange };
  const text = typeof value === 'string' ? value : '';
  if (field.drawn) {
    const Own = field.drawn.draw;
    return <Own {...props} name={field.name} label={field.label} value={text} />;
  }
  if (!isFixed && isAllAhead(field, values)) return <PictureChoice {...props} value={text} />;
  if (!field.quick || isFixed) return <Look {...props} />;
  return (
    <div data-large={field.isLarge || undefined}>
      <Look {...props} />
      <QuickValues field={field} value={text} values={values} onChange={onChange} />
    </div>
  );
});

function Look({ field, value, values, fault, isFixed, onChange }: Props): ReactNode {
  const { name, label, look, isRequired, hint, min, max, choices, meta } = field;
  const common = {
    name,
    label,
    error: fault,
    description: typeof hint === 'function' ? hint(values) : hint,
    withAsterisk: isRequired,
    'aria-required': isRequired || undefined,
    wrapperProps: { 'data-field': name },
    disabled: isFixed,
    size: 'md' as const,
  };
  if (look === 'flag') {
    const { description, error, disabled, size } = common;
    const isOn = value === true;
    return (
      <Checkbox
        {...{ name, label, description, error, disabled, size }}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  if (look === 'area')
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (look === 'choice') {
    const offered = typeof choices === 'function' ? choices(values) : choices;
    const data = offered ? [...offered] : [...(meta?.options ?? [])];
    return (
      <Select
        {...common}
        data={data}
        value={text || null}
        clearable={!isRequired}
        allowDeselect={!isRequired}
        searchable={data.length > 7}
        openOnFocus={false}
        onChange={(picked) => onChange(picked ?? '')}
      />
    );
  }
  if (look === 'pick')
    return (
      <Picker
        {...common}
        field={field}
        within={field.within ? values[field.within] : undefined}
        value={text}
        most={field.most}
        onChange={onChange}
      />
    );
  if (look === 'colour') return <ColorInput {...common} value={text} onChange={onChange} />;
  if (look === 'money')
    return <AmountInput {...common} {...natives.money} value={text} onChange={onChange} />;
  if (look === 'day' || look === 'dayTime')
    return (
      <DayInput
        {...common}
        hasTime={look === 'dayTime'}
        min={min}
        max={max}
        value={text}
        onChange={onChange}
      />
    );
  const native = natives[look] ?? (meta && ofKind[meta.kind]);
  return <TextInput {...common} {...native} value={text} onChange={({ target }) => onChange(target.value)} />;
}
