/** Redirect to the gateway: its payment page is requested outside of any transaction, after the attempt is stored. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Way } from '../gateways/port.ts';
import type { CallbackParts } from '../gateways/callbacks.ts';
import { resultQuery } from './result.ts';
import { orderById } from './store.ts';
import { spoken } from './views/words.ts';
import { send } from './views/frame.ts';
import { onTheWay } from './views/on-the-way.ts';

type Parts = Pick<CallbackParts, 'database' | 'gateways' | 'signer' | 'publicUrl'>;

export function addGo(app: FastifyInstance, o: Parts): void {
  app.get('/pay/go/:id', { config: { endpoint: 'pay.go' } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const attempt = await orderById(o.database, id);
    if (!attempt) throw new Failure('NOT_FOUND');
    // A payer navigating to this page again sees the result; nothing is paid twice.
    if (attempt.status !== 'initiated')
      return reply.redirect(`/payment/response?${resultQuery(attempt, o.signer)}`, 303);
    const gateway = await o.gateways.named(attempt.gateway);
    const words = spoken(attempt.language);
    const begun = {
      id,
      amount: attempt.amount,
      loanNumber: attempt.loanNumber,
      returnUrl: `${o.publicUrl}/pay/return/${attempt.gateway}/${id}`,
    };
    const way: Way | undefined = await gateway?.begin(begun).catch((error: unknown) => {
      request.log.warn({ err: error }, 'gateway not reached');
      return undefined;
    });
    if (!way) return send(reply, onTheWay({ words, again: request.url }), 503);
    if (way.reference)
      await o.database.run(
        sql`update payment_attempts set reference = coalesce(reference, ${way.reference}) where id = ${id}`,
      );
    if (!way.fields) return reply.redirect(way.url, 303);
    return send(reply, onTheWay({ words, way: { url: way.url, fields: way.fields } }));
  });
}
