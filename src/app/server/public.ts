/** What is reached without signing in: payment pages, what gateways send, and the mailbox of a demo. */
import type { FastifyInstance } from 'fastify';
import { addCallbacks } from '#contexts/payments/server/pay/callbacks.ts';
import { addGo } from '#contexts/payments/server/pay/go.ts';
import { addEvenTime } from '#contexts/payments/server/pay/lookup.ts';
import { addPages as addPayPages } from '#contexts/payments/server/pay/pages.ts';
import { type Reconciling, askAbout, followHint } from '#contexts/payments/server/reconcile.ts';
import { settle } from '#contexts/payments/server/settle.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { readAsText } from '#kernel/server/http/web.ts';
import type { Gateway, Hint, Verdict } from '#contexts/payments/server/gateways/port.ts';
import type { Sandbox } from '#contexts/payments/server/gateways/sandbox.ts';
import { addSandboxPages } from '#contexts/payments/server/gateways/sandbox-page.ts';
import { addMailboxPage } from '#contexts/messaging/server/carriers/mailbox-page.ts';

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
