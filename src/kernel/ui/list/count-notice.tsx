/** Number of rows pending in a list, with a link; hidden at zero. */
import { Link } from 'react-router-dom';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '../parts/sheet/actions.module.css';
import { type Total, countText } from '../parts/values/format.ts';

interface Props<E extends Endpoint> {
  source: E;
  words: (count: string, n: number) => string;
  to: string;
  /** Text of the link. */
  label: string;
}
export function CountNotice<E extends Endpoint>({ source, words, to, label }: Props<E>) {
  const reading = useRead(source, { part: 'count' } as unknown as Input<E>);
  const total = (reading.data as Total | undefined) ?? {};
  if (!total.count) return null;
  return (
    <p role="status">
      {words(countText(total), total.count)}{' '}
      <Link className={look.link} to={to}>
        {label}
      </Link>
    </p>
  );
}
