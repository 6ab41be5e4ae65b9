import { Link } from 'react-router-dom';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';

import { countText, momentText } from '#kernel/ui/parts/values/format.ts';
import css from './reviews.module.css';

const rules: Readonly<Record<string, string>> = contactRulesText.rules;

type Visit = WireRow<typeof visits.list>;

/** Visits against a contact rule: for information, without a decision. */
const useAgainst = () => useRead(visits.list, { isAgainst: true, size: 10 });
/** Visits with a position in another part of India than the address. */
const useAway = () => useRead(visits.list, { isAway: true, size: 10 });

/** Still loading whether there are any. */
export function useVisitsPending(): boolean {
  const [against, away] = [useAgainst(), useAway()];
  return against.isPending || away.isPending;
}

export function KnownVisits() {
  const [against, away] = [useAgainst().data, useAway().data];
  if (!against?.rows.length && !away?.rows.length) return null;
  return (
    <div className={css.visits}>
      <Some
        title={say.againstTitle}
        page={against}
        why={({ rule }) => rules[rule ?? ''] ?? contactRulesText.blocked}
      />
      <Some title={say.awayTitle} page={away} why={({ awayKm }) => say.away(awayKm ?? 0)} />
    </div>
  );
}

function Some({
  title,
  page,
  why,
}: {
  title: string;
  page: { rows: readonly Visit[]; count?: number; isMore?: true } | undefined;
  why: (visit: Visit) => string;
}) {
  if (!page || page.rows.length === 0) return null;
  return (
    <details className={css.against}>
      <summary>
        {title} ({countText(page)})
      </summary>
      <ul>
        {page.rows.map((visit) => (
          <li key={visit.id}>
            <Link to={`/view-borrower?id=${visit.loanId}`}>{visit.loanNumber}</Link>{' '}
            {[momentText(visit.at), visit.agentName, why(visit)].join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
