/** Callbacks of gateways and returning payers. Money is trusted only after polling the gateway. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import {
  type Gateway,
  type Gateways,
  type Hint,
  type GatewayNotice,
  Unverified,
  type GatewayNews,
} from './port.ts';
import type { Due } from '../orders/apply-status.ts';
import { resultQuery } from '../pages/result.ts';
import { type AttemptRecord, orderById } from '../pages/store.ts';

export interface CallbackParts {
  database: Database;
  gateways: Gateways;
  signer: Signer;
  publicUrl: string;
  followNews(gateway: Gateway, told: GatewayNews, body: string): Promise<void>;
  followHint(gateway: Gateway, hint: Hint): Promise<void>;
  noteEvent(gateway: Gateway, notice: GatewayNotice, body: string): Promise<void>;
  /** Polls the gateway for a payment. */
  askAbout(attempt: Due): Promise<unknown>;
  /** Polls the mandate registered by this order, if any; returns its page code. */
  mandateBehind(id: string): Promise<string | undefined>;
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

/** Every branch verifies with the gateway's check. */
function newsIn(gateway: Gateway, request: FastifyRequest): GatewayNews | Hint | GatewayNotice {
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
    const attempt = await orderById(o.database, (request.params as Keys).id);
    if (!attempt) throw new Failure('NOT_FOUND');
    return attempt;
  };
  // An unresponsive gateway is polled again later.
  const asking = (request: FastifyRequest, asked: Promise<unknown>): Promise<unknown> =>
    asked.catch((error: unknown) => request.log.warn({ err: error }, 'gateway not reached'));
  const take = async (request: FastifyRequest, gateway: Gateway): Promise<void> => {
    const news = newsIn(gateway, request);
    if ('isNotice' in news) await o.noteEvent(gateway, news, sentBy(request).body);
    else if ('isHint' in news) await asking(request, o.followHint(gateway, news));
    else await o.followNews(gateway, news, sentBy(request).body);
  };

  app.post(
    '/api/payments/webhook/:gateway',
    { config: { endpoint: 'payments.webhook' } },
    async (request, reply) => {
      await take(request, await gatewayOf(request));
      return reply.send({ statusCode: 200 });
    },
  );

  app.route({
    method: ['GET', 'POST'],
    url: '/pay/return/:gateway/:id',
    config: { endpoint: 'pay.return' },
    async handler(request, reply) {
      const gateway = await gatewayOf(request);
      const attempt = await attemptOf(request);
      if (request.method === 'POST' && sentBy(request).body) await take(request, gateway);
      else if (attempt.status !== 'success') await asking(request, o.askAbout(attempt));
      const code = attempt.source === 'AUTOPAY' ? await o.mandateBehind(attempt.id) : undefined;
      if (code !== undefined) return reply.redirect(`/pay/autopay?${new URLSearchParams({ q: code })}`, 303);
      const record = (await orderById(o.database, attempt.id)) ?? attempt;
      return reply.redirect(`/payment/response?${resultQuery(record, o.signer)}`, 303);
    },
  });
}
