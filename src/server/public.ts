/** What is reached without signing in: payment pages, what gateways send, and the mailbox of a demo. */
import type { FastifyInstance } from 'fastify';
import { addCallbacks } from './domains/pay/callbacks.ts';
import { addGo } from './domains/pay/go.ts';
import { addEvenTime } from './domains/pay/lookup.ts';
import { addPages as addPayPages } from './domains/pay/pages.ts';
import { type Reconciling, askAbout, followHint } from './domains/payments/reconcile.ts';
import { settle } from './domains/payments/settle.ts';
import type { Signer } from './kernel/secret.ts';
import { readAsText } from './kernel/web.ts';
import type { Gateway, Hint, Verdict } from './providers/gateways/port.ts';
import type { Sandbox } from './providers/gateways/sandbox.ts';
import { addSandboxPages } from './providers/gateways/sandbox-page.ts';
import { addMailboxPage } from './providers/messaging/mailbox-page.ts';

/** Public pages and what gateways send: all of it arrives as text, signed or not. */
export async function addPay(
  app: FastifyInstance,
  o: Reconciling & {
    signer: Signer;
    sandbox: Sandbox | undefined;
    isDemo: boolean;
    publicUrl: string;
    isSecure: boolean;
  },
): Promise<void> {
  const { database, sandbox } = o;
  const callbacks = {
    ...o,
    settle: async (gateway: Gateway, told: Verdict, body: string) =>
      void (await database.transaction((tx) =>
        settle(tx, gateway, told, { now: o.clock.now(), notify: o.notify, body }),
      )),
    followHint: (gateway: Gateway, hint: Hint) => followHint(o, gateway, hint),
    askAbout: (attempt: Parameters<typeof askAbout>[1]) => askAbout(o, attempt),
  };
  addEvenTime(app);
  await app.register(async (scope) => {
    readAsText(scope);
    addCallbacks(scope, callbacks);
    addGo(scope, callbacks);
    addPayPages(scope, o);
    if (sandbox) addSandboxPages(scope, { database, gateway: sandbox });
  });
  if (o.isDemo) addMailboxPage(app, o);
}
