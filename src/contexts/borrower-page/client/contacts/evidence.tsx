import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Button } from '@mantine/core';
import { evidence, evidenceForms } from '#contexts/reporting/contract/evidence.ts';
import { evidenceText as say } from '#text/en/evidence.ts';
import { accessText as data } from '#contexts/reporting/text/en/access.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { saveFile } from '#kernel/client/app/save-file.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import css from '../borrower.module.css';

/** Button that saves a copy of all data of the borrower, for a request by the borrower. */
export function DataCopy({ borrowerId }: { borrowerId: number }) {
  const mayCopy = useMay()(evidence.copy.can);
  const isOnline = useOnline();
  const { run, busy } = useAct(evidence.copy);
  if (!mayCopy) return null;
  const save = async (): Promise<void> => {
    try {
      saveFile(await run({ borrowerId }));
      notice.success(data.dataSaved);
    } catch (error) {
      notice.error(wordsOf(error) ?? data.dataFailed);
    }
  };
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{data.dataTitle}</h2>
        <Button
          variant="light"
          disabled={busy}
          {...greyed(!isOnline && kitText.needsNetwork)}
          onClick={() => void save()}
        >
          {data.dataSave}
        </Button>
      </div>
      <p className={css.none}>{isOnline ? data.dataAbout : kitText.needsNetwork}</p>
    </section>
  );
}

/** Everything that happened to a borrower as a file that proves itself, for those with the permission. */
export function Evidence({ borrowerId }: { borrowerId: number }) {
  const mayMake = useMay()(evidence.make.can);
  const isOnline = useOnline();
  const { run, busy } = useAct(evidence.make);
  if (!mayMake) return null;
  const make = async (form: (typeof evidenceForms)[number]): Promise<void> => {
    try {
      const made = await run({ borrowerId, form });
      saveFile(made);
      notice.success(say.made(made.rows));
    } catch (error) {
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{say.title}</h2>
        <div>
          {evidenceForms.map((form) => (
            <Button
              key={form}
              variant="light"
              mx={4}
              disabled={busy}
              {...greyed(!isOnline && kitText.needsNetwork)}
              onClick={() => void make(form)}
            >
              {say.forms[form]}
            </Button>
          ))}
        </div>
      </div>
      <p className={css.none}>{isOnline ? say.about : kitText.needsNetwork}</p>
    </section>
  );
}
