/** Which templates a file of messages is sent with. */
import type { Channel } from '#kernel/contract/channels/channels.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type SendOptions, chosenFor } from '#contexts/files/contract/file-sends.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

type Chosen = ReturnType<typeof chosenFor>[number];
interface Send {
  id: number;
  name: string;
  templateId: string | null;
  text: string;
}
type Sends = Partial<Record<Channel, Send>>;

const templateOf = (tx: Tx, { channel, by }: Chosen): Promise<Send | undefined> =>
  tx.one<Send>(sql`
    select id, name, template_id as "templateId", message as text from message_templates
    where channel = ${channel} and is_active
      and ${typeof by === 'string' ? sql`lower(name) = lower(${by})` : sql`id = ${by ?? 0}`}`);

/** Current templates; undefined without a request. Each requested channel needs an active template. */
export async function sendsOf(tx: Tx, asked: SendOptions): Promise<Sends | undefined> {
  const sends: Sends = {};
  for (const chosen of chosenFor(asked)) {
    const found = chosen.by === undefined ? undefined : await templateOf(tx, chosen);
    const fault = chosen.by === undefined ? 'required' : 'invalid';
    if (!found) throw new Failure('INVALID_INPUT', {}, [{ path: chosen.path, fault }]);
    sends[chosen.channel] = found;
  }
  return Object.keys(sends).length > 0 ? sends : undefined;
}
