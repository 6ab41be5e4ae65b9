import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { MappingBar } from './mapping-bar.tsx';

const col = columnsOf(campaigns.mapped);
const filter = filtersOf(campaigns.mapped);

/** Agents with their campaigns, and the bar to add or remove them. */
export const MappingScreen = listScreen({
  source: campaigns.mapped,
  title: say.mappingTitle,
  empty: say.mappingEmpty,
  columns: [
    col.of('name', say.agentName, ({ firstName, lastName }) => `${firstName} ${lastName}`, {
      width: 220,
      sort: 'name',
    }),
    col.text('email', say.email, { width: 240 }),
    col.of('campaigns', say.campaigns, ({ campaigns: own }) => own.map(({ name }) => name).join(', '), {
      width: 480,
    }),
  ],
  filters: [filter('campaignId', say.campaign)],
  above: MappingBar,
  card: ({ firstName, lastName, campaigns: own }) => ({
    who: `${firstName} ${lastName}`,
    next: own.map(({ name }) => name).join(', ') || say.noCampaigns,
  }),
});
