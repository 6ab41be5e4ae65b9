import type { Database } from '#server/kernel/database.ts';
import { openSigner } from '#server/kernel/secret.ts';
import { payu } from './payu.ts';
import type { Gateway } from './port.ts';
import { razorpay } from './razorpay.ts';
import { type Sandbox, sandbox } from './sandbox.ts';

/** What payments can go through here, the first by default; the sandbox moves no money and is for demos alone. */
export async function gatewaysOf(o: {
  database: Database;
  isDemo: boolean;
  razorpayUrl?: string;
  payuUrl?: string;
}): Promise<{ gateways: readonly Gateway[]; sandbox: Sandbox | undefined }> {
  const built = o.isDemo ? sandbox(o.database, await openSigner(o.database, 'sandbox')) : undefined;
  const gateways = [
    ...(o.razorpayUrl ? [razorpay(o.razorpayUrl)] : []),
    ...(o.payuUrl ? [payu(o.payuUrl)] : []),
    ...(built ? [built] : []),
  ];
  return { gateways, sandbox: built };
}
