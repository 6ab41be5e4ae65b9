/** A card of figures: read again by itself after five minutes, by hand not sooner. */
import { type ReactNode, useId, useState } from 'react';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import type { Reply } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { queryClient, queryOf, readAtOf, useRead } from '#kernel/client/calls/query.ts';
import look from '#kernel/ui/parts/actions.module.css';
import css from './dashboard.module.css';

/** Document 1, section 4.6. */
const freshFor = 300_000;

async function readAgain(source: Endpoint): Promise<void> {
  if (Date.now() - readAtOf(source, {}) < freshFor) {
    notice.warning(say.waitCard);
    return;
  }
  try {
    await queryClient.fetchQuery({ ...queryOf(source, {} as Input<Endpoint>), staleTime: 0 });
    notice.success(say.synced);
  } catch (error) {
    notice.error(wordsOf(error) ?? kitText.failed);
  }
}

export function Card<E extends Endpoint>(o: {
  title: string;
  source: E;
  children: (reply: Reply<E>) => ReactNode;
}) {
  const { title, source, children } = o;
  const head = useId();
  const [isBusy, setBusy] = useState(false);
  const { data, error, isPending } = useRead(source, {} as Input<E>, { staleTime: freshFor });
  const sync = async (): Promise<void> => {
    setBusy(true);
    await readAgain(source);
    setBusy(false);
  };
  return (
    <section className={css.card} aria-labelledby={head}>
      <header>
        <h2 id={head}>{title}</h2>
        <button
          type="button"
          className={look.plain}
          aria-label={say.refresh(title)}
          disabled={isBusy}
          onClick={() => void sync()}
        >
          ↻
        </button>
      </header>
      {data !== undefined && children(data)}
      {data === undefined && (
        <p className={css.none}>{isPending ? '…' : (wordsOf(error) ?? kitText.offlineEmpty)}</p>
      )}
    </section>
  );
}
