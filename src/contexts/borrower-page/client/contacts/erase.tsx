import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { dayText } from '#kernel/ui/parts/values/format.ts';
import css from '../borrower.module.css';

const field = fieldsOf(loans.erase);

/** For administrators: erases the borrower's identity after the retention time, which the server checks. */
export function Erase({ of: { id, name, erasedAt } }: { of: WireRow<typeof loans.borrower> }) {
  const mayErase = useMay()(loans.erase.can);
  const isOnline = useOnline();
  const { run } = useAct(loans.erase);
  const [isAsked, setAsked] = useState(false);
  if (erasedAt) return <p className={css.none}>{say.erasedOn(dayText(erasedAt))}</p>;
  if (!mayErase) return null;
  const save = async ({ reason }: Record<string, unknown>): Promise<void> => {
    await run({ id: String(id), reason: String(reason) });
    notice.success(say.erased);
    setAsked(false);
  };
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{say.erase}</h2>
        <Button
          variant="light"
          color="red"
          {...greyed(!isOnline && kitText.needsNetwork)}
          onClick={() => setAsked(true)}
        >
          {say.erase}
        </Button>
      </div>
      <p className={css.none}>{isOnline ? say.eraseAbout : kitText.needsNetwork}</p>
      {isAsked && (
        <Sheet title={say.erase} about={name} onClose={() => setAsked(false)}>
          <Form
            fields={[field.area('reason', say.eraseReason, { hint: say.eraseForGood })]}
            start={{}}
            onSubmit={save}
            submit={say.erase}
          />
        </Sheet>
      )}
    </section>
  );
}
