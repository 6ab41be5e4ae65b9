/** The notes of cash, counted where the agent wants to: the receipt names them. */
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { notes } from '#contexts/payments/contract/cash/cash-rules.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { typedRupees } from '#kernel/ui/form/inputs/amount.ts';
import type { OwnFieldProps, Values } from '#kernel/ui/form/fields.ts';
import { exactRupees } from '#kernel/ui/parts/values/format.ts';
import { countOf, notesOf, rupeesIn, withNotes } from './note-count.ts';
import css from './notes-input.module.css';

const amountOf = ({ amount }: Values): number => typedRupees(String(amount ?? '')) || 0;
const isDigits = (text: string): boolean => /^\d*$/.test(text);

/** Denominations not adding up to the amount: the receipt would contradict itself. */
export function wrongNotes(text: string, values: Values): string | undefined {
  const counted = rupeesIn(notesOf(text));
  return counted === amountOf(values)
    ? undefined
    : say.wrongNotes(exactRupees(counted), exactRupees(amountOf(values)));
}

export function NotesInput({ name, label, value, values, fault, onChange }: OwnFieldProps) {
  const [isOpen, setOpen] = useState(value !== '');
  const said = useId();
  const counted = rupeesIn(notesOf(value));
  const left = amountOf(values) - counted;
  // The amount may have been changed since.
  const wrong = fault && wrongNotes(value, values);
  return (
    <details
      className={css.notes}
      data-field={name}
      open={isOpen || wrong !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{label}</summary>
      <div className={css.grid} role="group" aria-label={label} aria-describedby={said}>
        {notes.map((note) => (
          <TextInput
            key={note}
            label={`₹${note} ×`}
            size="md"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={countOf(value, note)}
            error={wrong !== undefined}
            onChange={({ target }) => {
              if (isDigits(target.value)) onChange(withNotes(value, note, target.value));
            }}
          />
        ))}
      </div>
      <p id={said} role="status" className={css.sum} data-tone={left === 0 ? 'good' : wrong && 'bad'}>
        {wrong ?? (counted > 0 && say.counted(exactRupees(counted)))}
        {!wrong && counted > 0 && left !== 0 && (
          <span>{left > 0 ? say.notesLeft(exactRupees(left)) : say.notesOver(exactRupees(-left))}</span>
        )}
      </p>
    </details>
  );
}
