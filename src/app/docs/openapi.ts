/** API documentation of every endpoint, generated from the contract: JSON for programs, a plain page for readers. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Access, roleTypes } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure, type FailureCode, failureStatus } from '#kernel/contract/failure.ts';
import { day, instant, nullable, rupees } from '#kernel/contract/field.ts';
import type { Authenticator } from '#kernel/server/http/actor.ts';
import { countedTo } from '#kernel/server/database/count.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { refusalsOf } from './openapi-errors.ts';
import { type Schema, Shared, Whole } from './openapi-shared.ts';
import { cookieValue } from '#kernel/server/http/session-cookie.ts';

/** Omits noise: the dialect, unreachable bounds, and the pattern of a named format. */
const isSaid = (key: string, value: unknown, { format }: Schema): boolean =>
  key !== '$schema' &&
  Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER &&
  !(key === 'pattern' && format !== undefined);

function simpler(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const said = Object.entries(value).filter(([key, part]) => isSaid(key, part, value as Schema));
  const { anyOf, ...rest } = Object.fromEntries(said) as { anyOf?: Schema[] };
  const [one, none] = anyOf ?? [];
  // Of an enum null would have to be one of its values.
  const isNullable = anyOf?.length === 2 && none?.['type'] === 'null' && one && !one['enum'];
  if (isNullable && typeof one['type'] === 'string') return { ...rest, ...one, type: [one['type'], 'null'] };
  return anyOf ? { anyOf, ...rest } : rest;
}
const json = (schema: z.ZodMiniType): Schema =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    (_, value: unknown) => simpler(value),
  ) as Schema;

const kinds = {
  Instant: json(instant()),
  Day: json(day()),
  Rupees: json(rupees()),
  NullableInstant: json(nullable(instant())),
  NullableDay: json(nullable(day())),
  NullableRupees: json(nullable(rupees())),
};

export const accessWords = (can: Access): string => {
  if (typeof can === 'string') return can;
  if ('all' in can) return can.all.join(' & ');
  if ('admins' in can) return `staff, admins with ${can.admins.join(' | ')}`;
  const roles = 'roles' in can && can.roles.length < roleTypes.length ? `role ${can.roles.join(' | ')}` : '';
  const flags = can.any ? can.any.join(' | ') : '';
  return [roles, flags].filter(Boolean).join(' and ');
};

const takesQuery = ({ method, answer }: Endpoint): boolean =>
  method === 'GET' || method === 'DELETE' || answer === 'stream';

/** An endpoint with its separate schemas. */
interface Drawn {
  endpoint: Endpoint;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  body: Schema | undefined;
  gives: Schema;
  summary: Schema | undefined;
}

function draw(endpoint: Endpoint): Drawn {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((m) => m[1]);
  const inQuery = takesQuery(endpoint);
  const fields = Object.entries(endpoint.takes.shape);
  const inBody = Object.fromEntries(fields.filter(([name]) => !inPath.includes(name)));
  return {
    endpoint,
    parameters: fields
      .filter(([name]) => inPath.includes(name) || inQuery)
      .map(([name, schema]) => ({
        name,
        in: inPath.includes(name) ? 'path' : 'query',
        ...(schema._zod.def.type !== 'optional' && { required: true }),
        schema: json(schema),
      })),
    body: inQuery || Object.keys(inBody).length === 0 ? undefined : json(z.strictObject(inBody)),
    gives: json(endpoint.gives),
    summary: endpoint.summary && json(endpoint.summary),
  };
}

const count = {
  type: 'integer',
  description: `Rows of the list, up to ${countedTo} or to the end of the page; \`part=exact\` counts all of them.`,
};
const isMore = {
  type: 'boolean',
  description: 'True: the list has more rows than `count`. Show it as at least so many, such as 10,000+.',
};

function answerOf({ endpoint, gives, summary }: Drawn, schemas: Shared): object {
  const { answer, name, domain } = endpoint;
  if (answer === 'stream') return { description: 'Bytes', content: { 'application/octet-stream': {} } };
  const row = schemas.refer(gives, name.endsWith('.list') ? domain : name, true);
  const properties = {
    statusCode: { const: 200 },
    ...(answer === 'row' && { row }),
    ...((answer === 'rows' || answer === 'list') && { rows: { type: 'array', items: row } }),
    ...(answer === 'list' && { count, isMore }),
    ...(summary && { summary: schemas.refer(summary, `${name} summary`) }),
  };
  return {
    description: 'Done',
    content: { 'application/json': { schema: { type: 'object', properties } } },
  };
}

const security = (can: Access): object => {
  if (can === 'public') return { security: [] };
  return can === 'schedule' ? { security: [{ schedule: [] }] } : {};
};

function operation(drawn: Drawn, answer: object, { schemas, parameters, responses }: Parts): object {
  const { endpoint, body } = drawn;
  const { name, domain, about, can, offline } = endpoint;
  const key = offline
    ? [parameters.refer({ ...idempotencyKey, required: offline === true }, 'IdempotencyKey')]
    : [];
  return {
    operationId: name,
    tags: [domain],
    summary: about ?? name,
    description: `Access: ${accessWords(can)}.`,
    ...security(can),
    parameters: [
      ...drawn.parameters.map((one) =>
        parameters.referOften(one, one.name, {
          ...one,
          schema: schemas.refer(one.schema, one.name),
        }),
      ),
      ...key,
    ],
    ...(body && { requestBody: { content: { 'application/json': { schema: schemas.within(body, name) } } } }),
    responses: {
      200: responses.referOften(answer, domain),
      ...Object.fromEntries(
        refusalsOf(endpoint).map(([status, codes]) => [
          status,
          responses.refer(refusal(codes), status === 'default' ? 'Refused' : `E${status}`),
        ]),
      ),
    },
  };
}

/** What endpoints have in common. */
interface Parts {
  schemas: Shared;
  parameters: Whole;
  responses: Whole;
}
const refusal = (codes: readonly FailureCode[]): object => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'Drawn by the caller: a second delivery of the same key gets the first answer.',
};
const failure = {
  type: 'object',
  required: ['statusCode', 'code', 'message', 'facts', 'requestId'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(failureStatus) },
    message: { type: 'string', description: 'For people; programs read the code.' },
    facts: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, fault: { type: 'string' } } },
    },
    requestId: { type: 'string', description: 'Stands in the log beside what happened.' },
  },
};

function openApi(endpoints: readonly Endpoint[]): object {
  const drawn = endpoints.map(draw);
  const parts: Parts = {
    schemas: new Shared(kinds),
    parameters: new Whole('parameters'),
    responses: new Whole('responses'),
  };
  for (const { body, gives, summary, parameters } of drawn) {
    for (const schema of [body, gives, summary]) parts.schemas.count(schema);
    for (const one of parameters) {
      parts.parameters.count(one);
      parts.schemas.count(one.schema);
    }
  }
  const answers = drawn.map((one) => answerOf(one, parts.schemas));
  for (const one of answers) parts.responses.count(one);
  const paths: Record<string, Record<string, object>> = {};
  for (const [n, one] of drawn.entries()) {
    const at = `/api${one.endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[at] ??= {})[one.endpoint.method.toLowerCase()] = operation(one, answers[n] ?? {}, parts);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recoup', version: '1' },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'Set by session.login; sid without https.',
        },
        schedule: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Cron-Key',
          description: 'Of a program on a schedule.',
        },
      },
      parameters: parts.parameters.components,
      responses: parts.responses.components,
      schemas: { Failure: failure, ...parts.schemas.components },
    },
  };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function page(endpoints: readonly Endpoint[]): string {
  const row = (e: Endpoint): string =>
    `<tr><td><code>${e.method}</code></td><td><code>/api${escaped(e.path)}</code></td><td>${escaped(e.name)}</td>` +
    `<td>${escaped(e.about ?? '')}</td><td>${escaped(accessWords(e.can))}</td><td>${escaped(Object.keys(e.takes.shape).join(', '))}</td></tr>`;
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Recoup API</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><main><h1>Recoup API</h1>' +
    '<p><a href="/api/docs/openapi.json">OpenAPI document</a></p><table><thead><tr><th>Method<th>Path<th>Name<th>What it does<th>Access<th>Takes</thead>' +
    `<tbody>${endpoints.map(row).join('')}</tbody></table></main></html>`
  );
}

/** Public in a demo; in production for signed-in users. */
export function addDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  o: { database: Database; authenticator: Authenticator; isSecure: boolean; isOpen: boolean },
): void {
  // Generated on demand: slower than the remainder of a start.
  let document: object | undefined;
  const preHandler = async (request: FastifyRequest): Promise<void> => {
    if (o.isOpen) return;
    const token = cookieValue(request, o.isSecure);
    if (!token || !(await o.authenticator.actorOf(o.database, token))) throw new Failure('NOT_SIGNED_IN');
  };
  app.get('/api/docs', { preHandler }, (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page(endpoints)),
  );
  app.get('/api/docs/openapi.json', { preHandler }, () => (document ??= openApi(endpoints)));
}
