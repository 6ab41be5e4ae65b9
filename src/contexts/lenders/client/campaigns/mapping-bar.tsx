import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import listCss from '#kernel/ui/list/list.module.css';
import { Picker } from '#kernel/ui/form/inputs/picker.tsx';
import css from './campaigns.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const field = fieldsOf(campaigns.map);
const campaign = field.pick('campaignId', say.campaign);
const agents = field.pick('userIds', say.agents);

/** Adds or removes agents of a campaign: requires a campaign and at least one agent (document 3, section 5). */
export function MappingBar() {
  const { run, busy } = useAct(campaigns.map);
  const [add, setAdd] = useState(true);
  const [campaignId, setCampaign] = useState('');
  const [userIds, setAgents] = useState('');
  const isReady = campaignId !== '' && userIds !== '';
  const go = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    try {
      const input = { add, campaignId: Number(campaignId), userIds: userIds.split(',').map(Number) };
      const { changed } = await run(input);
      notice.success(add ? say.added(changed) : say.removed(changed));
      setAgents('');
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
  };
  return (
    <form className={css.mapping} onSubmit={(event) => void go(event)}>
      <Picker field={campaign} label={say.campaign} size="md" value={campaignId} onChange={setCampaign} />
      <Picker field={agents} label={say.agents} size="md" value={userIds} onChange={setAgents} />
      <div className={listCss.toggle} role="group" aria-label={say.what}>
        {[true, false].map((is) => (
          <button key={String(is)} type="button" aria-pressed={is === add} onClick={() => setAdd(is)}>
            {is ? say.add : say.remove}
          </button>
        ))}
      </div>
      <Button type="submit" size="md" loading={busy} {...greyed(!isReady && say.chooseBoth)}>
        {say.go}
      </Button>
    </form>
  );
}
