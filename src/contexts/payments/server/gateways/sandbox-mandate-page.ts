/** The page of a mandate at the built-in gateway, where a person is the bank: now, and whenever it is opened again. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { html } from '#kernel/server/http/pages/html.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { sandboxText as say } from '#contexts/payments/text/en/sandbox.ts';
import { send } from '../pages/views/frame.ts';
import { spoken } from '../pages/views/words.ts';
import type { Sandbox } from './sandbox.ts';
import { type SandboxMandate, sandboxMandateStates } from './sandbox-autopay.ts';

const page = '/pay/sandbox-mandate/:id';
const isState = (word: string | null): word is SandboxMandate =>
  sandboxMandateStates.some((one) => one === word);

export function addSandboxMandatePage(
  app: FastifyInstance,
  o: { database: Database; gateway: Sandbox },
): void {
  const mandateOf = async (request: FastifyRequest): Promise<string> => {
    const { id } = request.params as { id: string };
    const found = await o.database.one(
      sql`select 1 as ok from mandates where order_id = ${id} and gateway = 'sandbox' and state <> 'offered'`,
    );
    if (!found) throw new Failure('NOT_FOUND');
    return id;
  };
  app.get(page, { config: { endpoint: 'pay.sandbox' } }, async (request, reply) => {
    const now = await o.gateway.mandateAt(await mandateOf(request));
    const choices = sandboxMandateStates.map(
      (state) =>
        html`<div class="choice">
          <button class="go" name="state" value="${state}">${say.mandates[state]}</button>
        </div>`,
    );
    const body = html`<main>
      <h1>${say.title}</h1>
      <form class="card" method="post">
        <p>${now ? say.mandates[now] : say.mandate}</p>
        ${choices}
      </form>
    </main>`;
    return send(reply, { words: spoken('en'), title: say.title, body });
  });
  app.post(page, { config: { endpoint: 'pay.sandbox' } }, async (request, reply) => {
    const id = await mandateOf(request);
    const state = new URLSearchParams(String(request.body)).get('state');
    if (!isState(state)) throw new Failure('BAD_REQUEST');
    await o.gateway.chooseMandate(id, state);
    return reply.redirect(`/pay/return/sandbox/${id}`, 303);
  });
}
