import type { Database } from '#server/kernel/database.ts';
import { openSigner } from '#server/kernel/secret.ts';
import type { Gateway } from './port.ts';
import { type Sandbox, sandbox } from './sandbox.ts';

/** What payments can go through here, the first by default; the sandbox moves no money and is for demos alone. */
export async function gatewaysOf(o: {
  database: Database;
  isDemo: boolean;
}): Promise<{ gateways: readonly Gateway[]; sandbox: Sandbox | undefined }> {
  const built = o.isDemo ? sandbox(o.database, await openSigner(o.database, 'sandbox')) : undefined;
  return { gateways: built ? [built] : [], sandbox: built };
}
