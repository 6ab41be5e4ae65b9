/** A server on a fake exchange without contact hours, with campaigns, agents and borrowers. */
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

export interface PlayedExchange {
  fake: FakeAri;
  server: TestServer;
  env: { ARI_URL: string };
  close(): Promise<void>;
}

/** `of`: the address of the exchange, as the server has it. */
export async function openPlayedExchange(
  of: (url: string) => string = (url) => url,
): Promise<PlayedExchange> {
  const fake = await new FakeAri(20).open();
  const env = { ARI_URL: `${of(fake.url)}&answers=recoup-answered` };
  const server = await boot({ env });
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  await until(() => fake.isHeard());
  return {
    fake,
    server,
    env,
    async close() {
      await server.stop();
      fake.close();
    },
  };
}

let made = 0;
const next = (): number => (made += 1);

interface CampaignOptions {
  records?: boolean;
  clientId?: number;
}
export async function addCampaign(
  { database }: TestServer,
  { records = true, clientId = 1 }: CampaignOptions = {},
): Promise<number> {
  const campaign = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, record)
    values (${`Campaign ${next()}`}, 'progressive', 1, ${clientId}, ${records}) returning id`);
  return campaign?.id ?? 0;
}

/** An agent of the campaign with an extension, not signed in to the dialer. */
export async function addAgent(server: TestServer, campaignId: number): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${7000 + next()} where id = ${agent.id}`);
  return agent;
}
/** An agent of the campaign at a desk phone, signed in to the dialer. */
export async function seatAgent(server: TestServer, campaignId: number): Promise<Caller> {
  const agent = await addAgent(server, campaignId);
  await agent.call(dialer.login, { campaignId });
  return agent;
}

interface BorrowerOptions {
  agent?: Caller;
  campaignId?: number;
  clientId?: number;
  mobile?: string;
}
/** A borrower with one loan; the default number answers. */
export async function addBorrower(
  { database }: TestServer,
  {
    agent,
    campaignId,
    clientId = 1,
    mobile = `98${String(next()).padStart(6, '0')}20`,
  }: BorrowerOptions = {},
): Promise<{ loanId: number; borrowerId: number; mobile: string }> {
  const name = `Borrower ${next()}`;
  const portfolio = sql`(select id from portfolios where client_id = ${clientId} order by id limit 1)`;
  const loan = await database.one<{ loanId: number; borrowerId: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (${clientId}, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select ${clientId}, ${portfolio}, b.id, ${name}, ${`P${next()}`}, ${mobile}, ${agent?.id ?? null}, ${campaignId ?? null}
    from b returning id as "loanId", borrower_id as "borrowerId"`);
  return { loanId: loan?.loanId ?? 0, borrowerId: loan?.borrowerId ?? 0, mobile };
}

/** Another client with a portfolio and a caller ID. */
export async function addClient({ database }: TestServer): Promise<number> {
  const name = `Client ${next()}`;
  const client = await database.one<{ id: number }>(sql`
    with c as (insert into clients (name, caller_id) values (${name}, '1600999999') returning id),
      p as (insert into portfolios (client_id, name) select id, ${name} from c)
    select id from c`);
  return client?.id ?? 0;
}
