import { Link } from 'react-router-dom';
import { visits } from '#contexts/work/contract/visits.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { useRead } from '#kernel/client/calls/query.ts';

import { momentText } from '#kernel/ui/parts/format.ts';
import css from './reviews.module.css';

const rules: Readonly<Record<string, string>> = contactRulesText.rules;

/** Visits that took place although a rule of contact was against them: nothing to decide, something to know. */
export function AgainstVisits() {
  const { data } = useRead(visits.list, { isAgainst: true, size: 10 });
  if (!data || data.rows.length === 0) return null;
  return (
    <details className={css.against}>
      <summary>
        {say.againstTitle} ({data.count})
      </summary>
      <ul>
        {data.rows.map(({ id, loanId, loanNumber, at, agentName, rule }) => (
          <li key={id}>
            <Link to={`/view-borrower?id=${loanId}`}>{loanNumber}</Link>{' '}
            {[momentText(at), agentName, rules[rule ?? ''] ?? contactRulesText.blocked].join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
