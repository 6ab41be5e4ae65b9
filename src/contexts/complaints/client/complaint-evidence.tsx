import { Button } from '@mantine/core';
import { evidence, evidenceForms } from '#contexts/reporting/contract/evidence.ts';
import { evidenceText as say } from '#text/en/evidence.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { saveFile } from '#kernel/client/app/save-file.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import sheet from '#kernel/ui/parts/facts.module.css';

/** Evidence of everything that happened to who complains. */
export function ComplaintEvidence({ complaintId }: { complaintId: number }) {
  const mayMake = useMay()(evidence.make.can);
  const { run, busy } = useAct(evidence.make);
  if (!mayMake) return null;
  const make = (form: (typeof evidenceForms)[number]): void =>
    void run({ complaintId, form }).then(
      (made) => {
        saveFile(made);
        notice.success(say.made(made.rows));
      },
      (error: unknown) => notice.error(wordsOf(error) ?? say.failed),
    );
  return (
    <div className={sheet.acts}>
      {evidenceForms.map((form) => (
        <Button key={form} variant="default" disabled={busy} onClick={() => make(form)}>
          {say.forms[form]}
        </Button>
      ))}
    </div>
  );
}
