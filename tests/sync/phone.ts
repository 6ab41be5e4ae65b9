/** Simulated phone: entries with keys, numbers and hashes, sent in batches. */
import { randomUUID } from 'node:crypto';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { canonical, digestOf } from '../../src/kernel/contract/outbox/canonical.ts';
import type { SyncAnswer, SyncItem } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

type Input = Record<string, unknown>;

export async function addLoan(server: TestServer, assigneeId: number | null): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name, address) values (1, 'Asha Rao', '12 Lake Road') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile)
      select 1, 1, b.id, 'LN-' || b.id, ${assigneeId}, '98' || lpad(b.id::text, 4, '0') || '3210' from b returning id)
    insert into loan_assignments (loan_id, user_id, at) select id, ${assigneeId}, now() - interval '20 days' from l
    returning loan_id as id`);
  return made?.id ?? 0;
}

/** A server with a team leader and their agent. */
export async function bootTeam(): Promise<{ server: TestServer; lead: Caller; agent: Caller }> {
  const server = await boot();
  const lead = await server.person({ roleType: 'tech_lead' });
  return { server, lead, agent: await server.person({ roleType: 'agent', reportingTo: lead.id }) };
}

/** So many days before now, or after. */
export const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);

export const followUp = (loanId: number, comments = ''): Input => ({
  loanId,
  dispositionId: 2,
  followUpDate: days(1).toISOString(),
  comments,
});

export interface Written {
  at?: Date;
  occurredAt?: Partial<SyncItem['occurredAt']>;
  base?: SyncItem['base'];
  cmd?: string;
  cmdV?: number;
  lane?: string;
  actorId?: number;
}

export function deviceOf(owner: Caller) {
  const deviceId = randomUUID();
  let seq = 0;
  return {
    deviceId,
    async item(input: Input, o: Written = {}): Promise<SyncItem> {
      return {
        key: randomUUID(),
        cmd: o.cmd ?? borrowerDispositions.record.name,
        cmdV: o.cmdV ?? 1,
        seq: ++seq,
        lane: o.lane ?? `loan:${String(input['loanId'])}`,
        actorId: o.actorId ?? owner.id,
        occurredAt: {
          wall: (o.at ?? new Date()).toISOString(),
          skewMs: 0,
          skewAgeMs: 1000,
          monoOk: true,
          ...o.occurredAt,
        },
        ...(o.base && { base: o.base }),
        bodyHash: await digestOf(canonical(input)),
        input,
      };
    },
    async send(items: SyncItem[], who = owner): Promise<SyncAnswer[]> {
      const reply = await who.call(sync.batch, { deviceId, sentAt: new Date().toISOString(), items });
      return reply?.answers ?? [];
    },
  };
}
