/** Where gateways and returning payers come in. Nothing is believed that a gateway did not sign or say itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/kernel/failure.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Signer } from '#server/kernel/secret.ts';
import { type Gateway, type Gateways, Unverified, type Verdict } from '#server/providers/gateways/port.ts';
import { resultQuery } from './result.ts';
import { type AttemptRecord, attemptById } from './store.ts';

export interface CallbackParts {
  database: Database;
  gateways: Gateways;
  signer: Signer;
  publicUrl: string;
  settle(gateway: Gateway, told: Verdict, body: string): Promise<void>;
  /** Asks the gateway of a payment what became of it. */
  askAbout(attempt: { id: string; gateway: string; amount: number; reference: string | null }): Promise<void>;
}
interface Keys {
  gateway: string;
  id: string;
}

const sentBy = (request: FastifyRequest) => ({
  body: typeof request.body === 'string' ? request.body : '',
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  ),
});

/** Every branch goes through the gateway's own check. */
function verdictIn(gateway: Gateway, request: FastifyRequest): Verdict | null {
  try {
    return gateway.read(sentBy(request));
  } catch (error) {
    if (error instanceof Unverified || error instanceof SyntaxError) throw new Failure('SIGNATURE_WRONG');
    throw error;
  }
}

export function addCallbacks(app: FastifyInstance, o: CallbackParts): void {
  const gatewayOf = async (request: FastifyRequest): Promise<Gateway> => {
    const gateway = await o.gateways.named((request.params as Keys).gateway);
    if (!gateway) throw new Failure('NOT_FOUND');
    return gateway;
  };
  const attemptOf = async (request: FastifyRequest): Promise<AttemptRecord> => {
    const attempt = await attemptById(o.database, (request.params as Keys).id);
    if (!attempt) throw new Failure('NOT_FOUND');
    return attempt;
  };

  app.post(
    '/api/payments/webhook/:gateway',
    { config: { endpoint: 'payments.webhook' } },
    async (request, reply) => {
      const gateway = await gatewayOf(request);
      const told = verdictIn(gateway, request);
      if (told) await o.settle(gateway, told, sentBy(request).body);
      return reply.send({ statusCode: 200 });
    },
  );

  app.route({
    method: ['GET', 'POST'],
    url: '/pay/return/:gateway/:id',
    config: { endpoint: 'pay.return' },
    async handler(request, reply) {
      const gateway = await gatewayOf(request);
      const { id } = await attemptOf(request);
      if (request.method === 'POST' && sentBy(request).body) {
        const told = verdictIn(gateway, request);
        if (told) await o.settle(gateway, told, sentBy(request).body);
      }
      const attempt = await attemptOf(request);
      // What a browser carries is not believed alone; a gateway that does not answer is asked again later.
      if (attempt.status !== 'success')
        await o
          .askAbout(attempt)
          .catch((error: unknown) => request.log.warn({ err: error }, 'gateway not reached'));
      const record = (await attemptById(o.database, id)) ?? attempt;
      return reply.redirect(`/payment/response?${resultQuery(record, o.signer)}`, 303);
    },
  });
}
