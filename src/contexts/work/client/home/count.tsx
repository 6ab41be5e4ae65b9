/** How many there are of something, and the way to them. */
import { Link } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { countText } from '#kernel/ui/parts/format.ts';
import css from './count.module.css';

export interface Counted {
  data: Parameters<typeof countText>[0] | undefined;
  isPending: boolean;
}

export function Count({ to, label, reading }: { to: string; label: string; reading: Counted }) {
  const { data, isPending } = reading;
  return (
    <li>
      <Link to={to} className={css.count}>
        <span>{label}</span>
        {data ? (
          <strong>{countText(data)}</strong>
        ) : (
          <strong className={css.unknown}>{isPending ? '…' : appText.unknownCount}</strong>
        )}
      </Link>
    </li>
  );
}
