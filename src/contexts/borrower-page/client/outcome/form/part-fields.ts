/** Instalment rows of a settlement: number and start fill the rows; each may be changed, the last has the remainder. */
import * as z from 'zod/mini';
import { addDays, spread } from '#contexts/settlements/contract/instalment-days.ts';
import { fewestInstalments, mostInstalments } from '#contexts/settlements/contract/instalment-rules.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { type Field, type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { typedDay } from '#kernel/ui/form/inputs/typed-day.ts';
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import { today } from '#kernel/ui/parts/values/format.ts';

const field = fieldsOf(borrowerDispositions.record);
const paiseOf = (value: unknown): number => (typeof value === 'string' && typedPaise(value)) || 0;
const countOf = ({ parts }: Values): number => Number(parts) || 1;

/** The rows as they are spread, once there is an amount and a first day. */
function rowsOf(values: Values): { dueOn: string; amount: number }[] {
  const first = values['settlementDate'];
  const amount = paiseOf(values['amount']);
  if (typeof first !== 'string' || !typedDay(first) || amount <= 0) return [];
  return spread(amount, countOf(values), first);
}
/** What the others leave for the last. */
function restOf(values: Values, last: number): string | undefined {
  const others = Array.from({ length: last - 1 }, (_, n) => paiseOf(values[`part${n + 1}`]));
  const rest = paiseOf(values['amount']) - others.reduce((sum, one) => sum + one, 0);
  return rest > 0 ? String(rest / 100) : undefined;
}

export function partFields(
  isSettlement: (values: Values) => boolean,
  lays: NonNullable<Field['lays']>,
): Field[] {
  const isIn = (n: number) => (values: Values) =>
    isSettlement(values) && countOf(values) >= fewestInstalments && n <= countOf(values);
  const counts = Array.from({ length: mostInstalments }, (_, n) => ({
    value: String(n + 1),
    label: n === 0 ? say.atOnce : String(n + 1),
  }));
  const count: Field = {
    name: 'parts',
    label: say.instalments,
    look: 'choice',
    meta: undefined,
    schema: z.optional(z.string()),
    isRequired: false,
    choices: counts,
    quick: counts.slice(0, 4),
    hint: say.instalmentsHint,
    show: isSettlement,
    lays,
  };
  const rows = Array.from({ length: mostInstalments }, (_, i) => i + 1).flatMap((n): Field[] => [
    {
      ...field.day('settlementDate', say.instalmentDay(n), {
        required: true,
        min: today(),
        max: addDays(today(), 3 * 365),
        suggest: (values) => rowsOf(values)[n - 1]?.dueOn,
        show: isIn(n),
      }),
      name: `due${n}`,
    },
    {
      ...field.money('amount', say.instalmentAmount(n), {
        required: true,
        suggest: (values) => {
          const row = rowsOf(values)[n - 1];
          return row && String(row.amount / 100);
        },
        lock: (values) => (isIn(n)(values) && n === countOf(values) ? restOf(values, n) : undefined),
        show: isIn(n),
      }),
      name: `part${n}`,
    },
  ]);
  return [count, ...rows];
}

/** Form input with its rows as one schedule. */
export function withSchedule(said: Record<string, unknown>): Record<string, unknown> {
  const count = Number(said['parts'] ?? 1);
  const kept = Object.entries(said).filter(([name]) => name !== 'parts' && !/^(?:due|part)\d+$/.test(name));
  const plain = Object.fromEntries(kept);
  if (count < fewestInstalments) return plain;
  const instalments = Array.from({ length: count }, (_, n) => ({
    dueOn: said[`due${n + 1}`],
    amount: said[`part${n + 1}`],
  }));
  return { ...plain, instalments };
}
