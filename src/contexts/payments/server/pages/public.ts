/** What is reached without signing in: payment pages, and what gateways send. */
import type { FastifyInstance } from 'fastify';
import { addCallbacks } from '../gateways/callbacks.ts';
import { addGo } from './go.ts';
import { addEvenTime } from './lookup/lookup.ts';
import { addPages as addPayPages } from './pages.ts';
import { type Reconciling, askAbout, followHint } from '../orders/poll-status.ts';
import { addMandatePage } from '../autopay/page.ts';
import { askMandate } from '../autopay/follow.ts';
import { mandateByOrder, mandateOfNews } from '../autopay/store.ts';
import { followNews } from '../orders/apply-status.ts';
import { noteEvent } from '../orders/notices.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import type { Gateway, Hint, GatewayNews, GatewayNotice } from '../gateways/port.ts';
import type { LoanOfLink, PaidPaper } from '../slots.ts';
import type { Sandbox } from '../gateways/sandbox.ts';
import { addSandboxMandatePage } from '../gateways/sandbox-mandate-page.ts';
import { addSandboxPages } from '../gateways/sandbox-page.ts';

/** Public pages and what gateways send: all of it arrives as text, signed or not. */
export async function addPay(
  app: FastifyInstance,
  o: Reconciling & {
    signer: Signer;
    sandbox: Sandbox | undefined;
    publicUrl: string;
    isSecure: boolean;
    papers: () => readonly PaidPaper[];
    links: () => readonly LoanOfLink[];
  },
): Promise<void> {
  const { database, sandbox } = o;
  const callbacks = {
    ...o,
    followNews: async (gateway: Gateway, told: GatewayNews, body: string) =>
      void (await database.transaction((tx) =>
        followNews(tx, gateway, told, { now: o.clock.now(), notify: o.notify, body }),
      )),
    noteEvent: (gateway: Gateway, notice: GatewayNotice, body: string) =>
      o.database.transaction((tx) => noteEvent(tx, gateway, notice, { now: o.clock.now(), body })),
    followHint: async (gateway: Gateway, hint: Hint) => {
      const mandate = await mandateOfNews(database, gateway.name, hint);
      if (mandate !== undefined) await askMandate(o, mandate);
      if (!hint.isOfMandate) await followHint(o, gateway, hint);
    },
    async mandateBehind(id: string) {
      const mandate = await mandateByOrder(database, id);
      if (mandate)
        await askMandate(o, mandate.row).catch((error: unknown) =>
          app.log.warn({ err: error }, 'gateway not reached'),
        );
      return mandate?.code;
    },
    askAbout: (attempt: Parameters<typeof askAbout>[1]) => askAbout(o, attempt),
  };
  addEvenTime(app);
  await app.register(async (scope) => {
    readAsText(scope);
    addCallbacks(scope, callbacks);
    addGo(scope, callbacks);
    addPayPages(scope, o);
    addMandatePage(scope, o);
    if (sandbox) addSandboxPages(scope, { database, gateway: sandbox });
    if (sandbox) addSandboxMandatePage(scope, { database, gateway: sandbox });
  });
}

/** Raw text: webhook signatures cover the exact bytes. */
function readAsText(part: FastifyInstance): void {
  part.removeAllContentTypeParsers();
  part.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_, body, done) =>
    done(null, body),
  );
}
