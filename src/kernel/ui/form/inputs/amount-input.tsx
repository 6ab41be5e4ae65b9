import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { groupedAmount, placeAfter, plainAmount, settledAmount } from './amount.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (plain: string) => void;
};

/** Amount input, grouped during typing with a stable cursor. */
export function AmountInput({ value, onChange, onBlur, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<number>(undefined);
  useLayoutEffect(() => {
    const box = input.current;
    if (typed.current === undefined || !box) return;
    const at = placeAfter(box.value, typed.current);
    box.setSelectionRange(at, at);
    typed.current = undefined;
  });
  return (
    <TextInput
      {...rest}
      ref={input}
      value={groupedAmount(value)}
      onBlur={(event) => {
        if (settledAmount(value) !== value) onChange(settledAmount(value));
        onBlur?.(event);
      }}
      onChange={({ target }) => {
        const before = target.value.slice(0, target.selectionStart ?? target.value.length);
        typed.current = plainAmount(before).length;
        onChange(plainAmount(target.value));
      }}
    />
  );
}
