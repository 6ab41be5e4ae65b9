/** Sends a gateway's settlement file in. */
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { files } from '#contexts/files/contract/files.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { reconciliationText as say } from '#contexts/payments/text/en/reconciliation.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { call } from '#kernel/client/calls/api.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { sendFile } from '#kernel/client/calls/files/send-file.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { gatewayWords } from './parts.tsx';
import sheet from '#kernel/ui/parts/facts.module.css';
import css from './reconciliation.module.css';

const csv = 'text/csv';

export function SendForm({ onClose }: { onClose: () => void }) {
  const { data = [] } = useRead(reconciliation.gateways, {});
  const { run } = useAct(reconciliation.send);
  const [gateway, setGateway] = useState<string | null>(null);
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const chosen = gateway ?? (data.length === 1 ? (data[0]?.gateway ?? null) : null);
  const send = async (): Promise<void> => {
    setTried(true);
    if (!chosen || !file) return;
    setBusy(true);
    try {
      const { url, key } = await call(files.uploadLink, { key: file.name, fileType: csv });
      await sendFile(url, new Blob([file], { type: csv }), () => undefined);
      await run({ gateway: chosen, fileKey: key });
      notice.success(say.sent);
      onClose();
    } catch (error) {
      notice.error(error instanceof ApiFailure ? error.words : say.notSent);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet title={say.send} onClose={onClose}>
      <div className={sheet.sheet}>
        <p>{say.sendAbout}</p>
        <Select
          label={say.gateway}
          data={data.map((one) => ({
            value: one.gateway,
            label:
              one.account === null
                ? gatewayWords(one.gateway)
                : say.account(gatewayWords(one.gateway), one.account),
          }))}
          value={chosen}
          onChange={setGateway}
          error={isTried && !chosen ? say.needGateway : undefined}
        />
        <label className={css.pick}>
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => setFile(target.files?.[0] ?? undefined)}
          />
          <span>{file ? say.chosen(file.name) : say.choose}</span>
        </label>
        {isTried && !file && (
          <p className={css.fault} role="alert">
            {say.needFile}
          </p>
        )}
        <Button loading={isBusy} onClick={() => void send()}>
          {say.send}
        </Button>
      </div>
    </Sheet>
  );
}
