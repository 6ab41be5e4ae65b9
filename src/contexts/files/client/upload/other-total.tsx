/** A payment file differing from its control total: both sums, the difference, and the sum to type. */
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import { exactRupees } from '#kernel/ui/parts/values/format.ts';
import formCss from '#kernel/ui/form/form.module.css';
import { typedRupees } from '#kernel/ui/form/inputs/amount.ts';
import { AmountInput } from '#kernel/ui/form/inputs/amount-input.tsx';
import css from './mapping.module.css';
import type { FileJob } from '../progress.tsx';

const inWords = (count: number | null): string | undefined => count?.toLocaleString('en-IN');
const inRupees = (amount: number | null): string | undefined =>
  amount === null ? undefined : exactRupees(amount);
const differenceOf = ({ toldAmount, foundAmount }: FileJob): string | undefined => {
  if (toldAmount === null || foundAmount === null || toldAmount === foundAmount) return undefined;
  const more = foundAmount > toldAmount;
  return `${more ? '+' : '−'}${exactRupees(Math.abs(foundAmount - toldAmount))}`;
};

/** Control total and actual sum; hidden without a control total. */
export function OtherTotal({ job }: { job: FileJob }) {
  const { toldAmount, toldRows, foundAmount, foundRows } = job;
  if (toldAmount === null && toldRows === null) return null;
  const lines = [
    [say.sums.told, inRupees(toldAmount)],
    [say.sums.found, inRupees(foundAmount)],
    [say.sums.difference, differenceOf(job)],
    ...(toldRows === null
      ? []
      : ([
          [say.sums.toldRows, inWords(toldRows)],
          [say.sums.foundRows, inWords(foundRows)],
        ] as const)),
  ] as const;
  return (
    <section className={css.step} aria-label={say.totals}>
      {job.amountToConfirm !== null && !job.errorMsg && (
        <p className={formCss.trouble} role="alert">
          {say.otherTotal}
        </p>
      )}
      <dl className={css.facts}>
        {lines.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The actual sum must be typed, which proves that the user saw the difference. */
export function ConfirmAmount({
  amount,
  typed,
  onChange,
}: {
  amount: number | null;
  typed: string;
  onChange: (typed: string) => void;
}) {
  if (amount === null) return null;
  return (
    <AmountInput
      label={say.typeAmount(exactRupees(amount))}
      size="md"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={onChange}
    />
  );
}

/** As it is typed with the file; nothing where that is empty. */
export const toldIn = (typed: string): number | undefined =>
  Number.isNaN(typedRupees(typed)) ? undefined : typedRupees(typed);

export function ToldTotal({
  typed,
  isWrong,
  onChange,
}: {
  typed: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
}) {
  return (
    <AmountInput
      label={say.toldTotal}
      description={say.toldTotalAbout}
      error={isWrong ? say.toldTotalWrong : undefined}
      size="md"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={onChange}
    />
  );
}
