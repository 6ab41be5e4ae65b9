/** The page of the built-in gateway, where a person is the bank. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { html } from '#kernel/server/http/pages/html.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { sandboxText as say } from '#contexts/payments/text/en/sandbox.ts';
import { send } from '../pages/views/frame.ts';
import { money } from '../pages/views/parts.ts';
import { spoken } from '../pages/views/words.ts';
import {
  type Sandbox,
  type SandboxCall,
  type SandboxOutcome,
  sandboxOutcomeOf,
  sandboxOutcomes,
} from './sandbox.ts';

const page = '/pay/sandbox/:id';
const isOutcome = (word: string | null): word is SandboxOutcome =>
  sandboxOutcomes.some((one) => one === word);

export function addSandboxPages(app: FastifyInstance, o: { database: Database; gateway: Sandbox }): void {
  const attemptOf = async (request: FastifyRequest): Promise<{ id: string; amount: number }> => {
    const { id } = request.params as { id: string };
    const attempt = await o.database.one<{ id: string; amount: number }>(
      sql`select id, amount from payment_attempts where id = ${id} and gateway = 'sandbox'`,
    );
    if (!attempt) throw new Failure('NOT_FOUND');
    return attempt;
  };
  // Calls the public webhook, as a real gateway would.
  const call = ({ body, headers }: SandboxCall) =>
    app.inject({
      method: 'POST',
      url: '/api/payments/webhook/sandbox',
      payload: body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
  const decide = async (
    attempt: { id: string; amount: number },
    outcome: SandboxOutcome,
  ): Promise<string> => {
    const calls = await o.gateway.choose(attempt, outcome);
    if (outcome === 'duplicate') await Promise.all(calls.map(call));
    else for (const one of calls) await call(one);
    return `/pay/return/sandbox/${attempt.id}`;
  };

  app.get(page, { config: { endpoint: 'pay.sandbox' } }, async (request, reply) => {
    const attempt = await attemptOf(request);
    const chosen = sandboxOutcomeOf(attempt.amount);
    if (chosen) return reply.redirect(await decide(attempt, chosen), 303);
    const choices = sandboxOutcomes.map(
      (outcome) =>
        html`<div class="choice">
          <button class="go" name="outcome" value="${outcome}">${say.outcomes[outcome]}</button>
          <span>${say.about[outcome]}</span>
        </div>`,
    );
    const body = html`<main>
      <h1>${say.title}</h1>
      <form class="card" method="post">
        <p>${say.explain(money(attempt.amount))}</p>
        ${choices}
      </form>
    </main>`;
    return send(reply, { words: spoken('en'), title: say.title, body });
  });
  app.post(page, { config: { endpoint: 'pay.sandbox' } }, async (request, reply) => {
    const attempt = await attemptOf(request);
    const outcome = new URLSearchParams(String(request.body)).get('outcome');
    if (!isOutcome(outcome)) throw new Failure('BAD_REQUEST');
    return reply.redirect(await decide(attempt, outcome), 303);
  });
}
