/** Module-level state of the server: all agencies of a node would share it. */
import type { Rule } from './house.ts';
import { type Node, lineOf } from './source.ts';

/** By file and name, and why several agencies may share it. */
const shared: Readonly<Record<string, string>> = {
  'src/app/database/pools/pools.ts known': 'by connection, and a connection has one database',
  'src/app/database/pools/turn.ts lanes': 'by connection, and a connection has one database',
  'src/kernel/server/database/sql.ts names': 'names of texts of statements, which hold no values',
  'src/contexts/agency/server/session/passwords.ts running': 'turns at the processor of all',
  'src/contexts/agency/server/session/passwords.ts waiting':
    'by database: agencies are given a turn one after the other',
  'src/contexts/agency/server/session/passwords.ts dummy': 'the hash of a fixed text',
  'src/contexts/agency/server/session/passwords.ts common': 'public lists of leaked passwords',
  'src/contexts/payments/server/pages/lookup/lookup.ts since': 'by numbers of requests, which no two share',
  'src/contexts/authority/server/acts/guard.ts agreed': 'by the context of one request',
  'src/app/server/main.ts opened': 'what the process closes when it stops',
  'src/app/server/main.ts isStopping': 'of the process',
  'src/app/server/operation/line-writer.ts open': 'files of log lines, written out when the process ends',
};

interface Declarator {
  id: Node & { name?: string; typeAnnotation?: Node | null };
  init: (Node & { arguments?: unknown[]; elements?: unknown[]; properties?: unknown[] }) | null;
}
/** An empty one at the top is there to be filled. */
function isFilledLater({ id, init }: Declarator, text: string): boolean {
  const type = id.typeAnnotation ? text.slice(id.typeAnnotation.start, id.typeAnnotation.end) : '';
  if (/\b(readonly|Readonly\w*)\b/.test(type)) return false;
  if (init?.type === 'NewExpression')
    return /^new (Weak)?(Map|Set)\b/.test(text.slice(init.start)) && init.arguments?.length === 0;
  return (init?.elements ?? init?.properties)?.length === 0;
}

export const sharedMemory: Rule = (source) => {
  const { path, text, tree } = source;
  const body = (tree as unknown as { body: Node[] }).body.map((node) => {
    const { declaration } = node as unknown as { declaration?: Node | null };
    return declaration ?? node;
  });
  return body.flatMap((node) => {
    if (node.type !== 'VariableDeclaration') return [];
    const { kind, declarations } = node as unknown as { kind: string; declarations: Declarator[] };
    return declarations.flatMap((one) => {
      const name = one.id.name ?? '';
      if (kind !== 'let' && !isFilledLater(one, text)) return [];
      return shared[`${path} ${name}`]
        ? []
        : [
            `${path}:${lineOf(source, node.start)} keeps ${name} for all agencies of a process: use keptOf (kept.ts)`,
          ];
    });
  });
};
