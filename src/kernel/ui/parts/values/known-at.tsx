import { kitText } from '#text/en/kit.ts';
import { sinceText } from './format.ts';

interface Props {
  /** Of each reading that is shown; undefined for the server's present answer. */
  of: readonly (Date | undefined)[];
  className?: string | undefined;
}
/** Time of the oldest of several readings; undefined if all are current responses. */
export function KnownAt({ of, className }: Props) {
  const moments = of.flatMap((at) => at?.getTime() ?? []);
  return moments.length > 0 ? (
    <p className={className} role="status">
      {kitText.asOf(sinceText(new Date(Math.min(...moments))))}
    </p>
  ) : null;
}
