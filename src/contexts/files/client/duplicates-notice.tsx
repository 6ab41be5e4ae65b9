/** How many loans and payments may be here twice, with the way to compare them; nothing where there are none. */
import { Link } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { twinsText as say } from '#contexts/loans/text/en/loan-twins.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { countText } from '#kernel/ui/parts/format.ts';
import look from '#kernel/ui/parts/actions.module.css';

export function DuplicatesNotice() {
  const { data } = useRead(loans.twins, { part: 'count' });
  if (!data?.count) return null;
  return (
    <p role="status">
      {say.notice(countText(data), data.count)}{' '}
      <Link className={look.link} to="/admin/borrowers/duplicates">
        {say.compare}
      </Link>
    </p>
  );
}
