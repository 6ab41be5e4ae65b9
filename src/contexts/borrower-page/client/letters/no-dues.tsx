/** No-dues letters, the current one first. */
import { IconFileCertificate } from '@tabler/icons-react';
import { dayInIndia } from '#kernel/contract/india.ts';
import { noDues } from '#contexts/settlements/contract/no-dues.ts';
import { noDuesText as say } from '#contexts/settlements/text/en/no-dues.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dateWords } from '#kernel/ui/parts/values/format.ts';
import css from '../know.module.css';

export function NoDues({ loanId }: { loanId: number }) {
  const { data = [] } = useRead(noDues.ofLoan, { loanId });
  return data.slice(0, 2).map(({ id, number, url, revokedAt }) => (
    <p key={id} className={css.line} data-tone={revokedAt === null ? undefined : 'bad'}>
      <IconFileCertificate size={18} stroke={1.75} aria-hidden="true" />
      <span>
        <a className={css.letter} href={new URL(url).pathname} target="_blank" rel="noreferrer">
          {say.letter(number)}
        </a>
        {revokedAt !== null && ` · ${say.gone(dateWords(dayInIndia(revokedAt)))}`}
      </span>
    </p>
  ));
}
