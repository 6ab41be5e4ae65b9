/** Which message a campaign leaves on machines. */
import type { z } from 'zod/mini';
import { machineMessages } from '#contexts/dialer/contract/machine-messages.ts';
import { recorded } from '#kernel/contract/channels/channels.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf } from '#kernel/server/database/table.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { tellsIn } from './words.ts';

type Chosen = z.output<typeof machineMessages.of.gives>;
interface Template {
  id: number;
  name: string;
  message: string;
  isRegistered: boolean;
  isActive: boolean;
}

const templates = (tx: Tx, campaignId: number): Promise<(Template & { isChosen: boolean })[]> =>
  tx.rows(sql`
    select t.id, t.name, coalesce(t.message, '') as message, coalesce(t.template_id, '') <> '' as "isRegistered",
      t.is_active as "isActive", m.campaign_id is not null as "isChosen"
    from message_templates t left join machine_messages m on m.template_id = t.id and m.campaign_id = ${campaignId}
    where m.campaign_id is not null
      or t.channel = any(${[...recorded]}) and t.is_active and t.template_id <> '' and t.message <> ''
    order by lower(t.name) limit 200`);

const lendersOf = async (tx: Tx, campaignId: number): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(
      sql`select x.name from clients x join campaigns c on c.client_id = x.id where c.id = ${campaignId}`,
    )
  ).map(({ name }) => name);

function lackOf(
  { isActive, isRegistered, message }: Template,
  lenders: readonly string[],
): NonNullable<Chosen['lack']> | null {
  if (!isActive || message === '') return 'off';
  if (!isRegistered) return 'register';
  return tellsIn(message, lenders) === null ? null : 'words';
}

async function chosenOf(tx: Tx, campaignId: number): Promise<Chosen> {
  const all = await templates(tx, campaignId);
  const chosen = all.find(({ isChosen }) => isChosen);
  const campaign = await tx.one<{ detects: boolean }>(
    sql`select amd as detects from campaigns where id = ${campaignId}`,
  );
  return {
    templateId: chosen?.id ?? null,
    name: chosen?.name ?? null,
    message: chosen?.message ?? null,
    lack: chosen ? lackOf(chosen, await lendersOf(tx, campaignId)) : null,
    detects: campaign?.detects ?? false,
    choices: all.map(({ id, name }) => ({ id, name })),
  };
}

export const machineMessageRoutes: Route[] = implement(machineMessages, {
  of: async ({ id }, { tx }) => chosenOf(tx, await idOf(tx, 'campaigns', id)),

  async set({ id, templateId }, { tx, emit }) {
    const campaignId = await idOf(tx, 'campaigns', id);
    const before = await chosenOf(tx, campaignId);
    if (templateId === null) {
      await tx.run(sql`delete from machine_messages where campaign_id = ${campaignId}`);
    } else {
      const wanted = (await templates(tx, campaignId)).find((one) => one.id === templateId);
      if (!wanted) throw new Failure('INVALID_INPUT', {}, [{ path: 'templateId', fault: 'invalid' }]);
      const word = tellsIn(wanted.message, await lendersOf(tx, campaignId));
      if (word !== null) throw new Failure('MESSAGE_TELLS', { word });
      await tx.run(sql`
        insert into machine_messages (campaign_id, template_id) values (${campaignId}, ${templateId})
        on conflict (campaign_id) do update set template_id = excluded.template_id`);
    }
    const after = await chosenOf(tx, campaignId);
    emit('machine-messages.set', {
      id: campaignId,
      facts: { before: { templateId: before.templateId }, after: { templateId: after.templateId } },
    });
    return after;
  },
});
