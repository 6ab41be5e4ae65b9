/**
 * Widest content on the narrowest phone: amounts of thousands of crores next to each other, long texts in tiles and
 * boxes.
 */
import { fieldsOf } from '../../src/kernel/ui/form/fields.ts';
import { FormField } from '../../src/kernel/ui/form/form-field.tsx';
import { AmountOf, FigureTable } from '../../src/kernel/ui/figures/figure-table.tsx';
import { moneyShort } from '../../src/kernel/ui/parts/values/format.ts';
import { rooms } from './contract.ts';

/** 28 characters, like real town names. */
const longWord = 'Thiruvananthapuramkrishnamur';
const amounts = [1_00_00_00_00_000, -9_87_65_43_21_098, 99_99_98_76_54_321];
const outcomes = ['Payment', 'FinalSettlement', 'Followup'].map((label) => ({ value: label, label }));

const Circle = () => <svg width="22" height="22" aria-hidden="true" />;
const field = fieldsOf(rooms.create);
const fields = [
  field.choice('floor', 'Disposition', { choices: outcomes, quick: outcomes, picture: () => Circle }),
  field.flag('isQuiet', longWord),
];

export const NarrowScreen = () => (
  <div style={{ padding: 'var(--recoup-page)' }}>
    <FigureTable
      label="Payments"
      none="Nothing"
      heads={['What', 'FTD', 'MTD', 'Overall']}
      rows={['Realized', 'Unrealized'].map((name) => ({
        key: name,
        name,
        share: 0.5,
        cells: amounts.map((amount) => <AmountOf key={amount} amount={moneyShort(amount)} count="12,345" />),
      }))}
    />
    {fields.map((one) => (
      <FormField
        key={one.name}
        field={one}
        value={undefined}
        values={{}}
        fault={undefined}
        isFixed={false}
        onChange={() => undefined}
      />
    ))}
  </div>
);
