/** Loans of a team dashboard figure, the largest first; the figure is in the URL. */
import { useState } from 'react';
import { callBuckets, standings, teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { LoansSheet, sheetSize as size } from '../parts/loans-sheet.tsx';
import { count } from './parts.tsx';

type Kind = 'standing' | 'attempted' | 'connected' | 'response';
/** URL that opens the loans of a figure. */
export const addressOfCount = (kind: Kind, value: string): string =>
  `?${new URLSearchParams({ [kind]: value }).toString()}`;

interface Figure {
  kind: Kind;
  title: string;
  asked: Input<typeof teamDashboard.counted>;
}
/** Parses the URL; an unknown value is dropped. Responses use the carrier's values. */
function figureIn(get: (name: string) => string | undefined): Figure | undefined {
  const standing = standings.find((one) => one === get('standing'));
  if (standing) return { kind: 'standing', title: say.standings[standing], asked: { standing } };
  const attempted = callBuckets.find((one) => one === get('attempted'));
  if (attempted)
    return { kind: 'attempted', title: say.callsOf(say.attempted, attempted), asked: { attempted } };
  const connected = callBuckets.find((one) => one === get('connected'));
  if (connected)
    return { kind: 'connected', title: say.callsOf(say.connected, connected), asked: { connected } };
  const response = get('response');
  return response ? { kind: 'response', title: response, asked: { response } } : undefined;
}

function Loans({ figure: { kind, title, asked }, onClose }: { figure: Figure; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const reply = useRead(teamDashboard.counted, { ...asked, page, size }, { keepPrevious: true });
  return (
    <LoansSheet
      title={title}
      reply={reply}
      heads={[kind === 'response' ? say.answers : say.connected]}
      cells={({ calls, connected, answers }) => [
        kind === 'response' ? count(answers) : say.ofCalls(connected, calls),
      ]}
      page={page}
      onGo={setPage}
      onClose={onClose}
    />
  );
}

export function CountedLoans() {
  const { get, set } = useUrlState();
  const figure = figureIn(get);
  if (!figure) return null;
  return <Loans key={figure.title} figure={figure} onClose={() => set({ [figure.kind]: undefined })} />;
}
