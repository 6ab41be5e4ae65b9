/** The documentation of every endpoint, drawn from the contract: JSON for programs, a plain page for people. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Access, roleTypes } from '#contract/kernel/access.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure, failureStatus } from '#contract/kernel/failure.ts';
import { actorOf } from './actor.ts';
import type { Database } from './database.ts';
import { cookieValue } from './session-cookie.ts';

const json = (schema: z.ZodMiniType): object =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

export const accessWords = (can: Access): string => {
  if (typeof can === 'string') return can;
  if ('all' in can) return can.all.join(' & ');
  if ('admins' in can) return `staff, admins with ${can.admins.join(' | ')}`;
  const roles = 'roles' in can && can.roles.length < roleTypes.length ? `role ${can.roles.join(' | ')}` : '';
  const flags = can.any ? can.any.join(' | ') : '';
  return [roles, flags].filter(Boolean).join(' and ');
};

function answerSchema({ answer, gives, summary }: Endpoint): object {
  const body: Record<string, z.ZodMiniType> = { statusCode: z.literal(200) };
  if (answer === 'row') body.row = gives;
  if (answer === 'rows' || answer === 'list') body.rows = z.array(gives);
  if (answer === 'list') Object.assign(body, { count: z.optional(z.int()), isMore: z.optional(z.boolean()) });
  if (answer === 'list' && summary) body.summary = summary;
  return json(z.object(body));
}

function operation(endpoint: Endpoint): object {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((m) => m[1]);
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.answer === 'stream';
  const fields = Object.entries(endpoint.takes.shape);
  const parameters = fields
    .filter(([name]) => inPath.includes(name) || inQuery)
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: schema._zod.def.type !== 'optional',
      schema: json(schema),
    }));
  const body = Object.fromEntries(fields.filter(([name]) => !inPath.includes(name)));
  return {
    operationId: endpoint.name,
    tags: [endpoint.domain],
    description: [endpoint.about, `Access: ${accessWords(endpoint.can)}.`].filter(Boolean).join(' '),
    parameters,
    ...(inQuery || Object.keys(body).length === 0
      ? {}
      : { requestBody: { content: { 'application/json': { schema: json(z.strictObject(body)) } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answerSchema(endpoint) } } },
      ...Object.fromEntries(endpoint.errors.map((code) => [failureStatus[code], { description: code }])),
    },
  };
}

export function openApi(endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const at = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[at] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return { openapi: '3.1.0', info: { title: 'Recoup', version: '1' }, paths };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function page(endpoints: readonly Endpoint[]): string {
  const row = (e: Endpoint): string =>
    `<tr><td><code>${e.method}</code></td><td><code>/api${escaped(e.path)}</code></td><td>${escaped(e.name)}</td>` +
    `<td>${escaped(accessWords(e.can))}</td><td>${escaped(Object.keys(e.takes.shape).join(', '))}</td></tr>`;
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Recoup API</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><main><h1>Recoup API</h1>' +
    '<p><a href="/api/docs/openapi.json">OpenAPI document</a></p><table><thead><tr><th>Method<th>Path<th>Name<th>Access<th>Takes</thead>' +
    `<tbody>${endpoints.map(row).join('')}</tbody></table></main></html>`
  );
}

/** Open to everybody in a demo; in production to whoever is signed in. */
export function addDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  o: { database: Database; isSecure: boolean; isOpen: boolean },
): void {
  // Drawn when first asked for: it takes longer than all the rest of a start.
  let document: object | undefined;
  const preHandler = async (request: FastifyRequest): Promise<void> => {
    if (o.isOpen) return;
    const token = cookieValue(request, o.isSecure);
    if (!token || !(await actorOf(o.database, token))) throw new Failure('NOT_SIGNED_IN');
  };
  app.get('/api/docs', { preHandler }, (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page(endpoints)),
  );
  app.get('/api/docs/openapi.json', { preHandler }, () => (document ??= openApi(endpoints)));
}
