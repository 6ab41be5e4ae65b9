import {
  agentLegs,
  campaigns,
  defaultRatio,
  dialMethods,
  mostAgents,
} from '#contexts/lenders/contract/campaigns.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { switchOffText } from '#contexts/agency/text/en/switch-off.ts';
import { call } from '#kernel/client/calls/api.ts';
import { beforeOff } from '#kernel/ui/form/before-off.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { type Choice, type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { Asked } from './details.tsx';
import { DialerCell } from './dialer-cell.tsx';
import css from './campaigns.module.css';

type Row = WireRow<typeof campaigns.list>;
const BeforeOff = beforeOff(async (id) =>
  switchOffText.asks('campaign', await call(switchOff.hangs, { what: 'campaign', id: String(id) })),
);
const col = columnsOf(campaigns.list);
const field = fieldsOf(campaigns.create);
const named = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>): Choice[] =>
  keys.map((value) => ({ value, label: labels[value] }));
/** Progressive dials one call for one agent. */
const onlyOne = ({ campaignType }: Values) => (campaignType === 'progressive' ? '1' : undefined);
const hasRoom = ({ agents }: Values): boolean => String(agents ?? '').split(',').length <= mostAgents;

const fields = [
  field.text('name', say.name),
  field.choice('campaignType', say.dialMethod, { choices: named(dialMethods, say.dialMethods) }),
  field.number('maxRatio', say.ratio, { initial: String(defaultRatio), lock: onlyOne, hint: say.ratioHint }),
  field.pick('clientId', say.client),
  field.pick('agents', say.agents, { most: mostAgents, show: hasRoom }),
  field.flag('isActive', say.active, { initial: true }),
  field.text('callerId', say.callerId, { heading: say.calling, hint: say.callerIdHint }),
  field.number('targetAbandon', say.targetAbandon, { initial: '2', hint: say.targetAbandonHint }),
  field.number('ringSeconds', say.ringSeconds, { initial: '25', hint: say.ringHint }),
  field.number('patienceSeconds', say.patienceSeconds, { initial: '2', hint: say.patienceHint }),
  field.number('wrapMaxSeconds', say.wrapMaxSeconds, { initial: '300', hint: say.wrapMaxHint }),
  field.choice('agentLeg', say.agentLeg, { initial: 'nailed', choices: named(agentLegs, say.agentLegs) }),
  field.flag('amd', say.amd),
  field.flag('record', say.record, { initial: true }),
  field.flag('callsPromised', say.callsPromised, { hint: say.callsPromisedHint }),
];

/** What would be skipped is shown before. */
const start: RowAction<Row> = {
  label: say.start,
  can: dialer.startStop.can,
  run: ({ id }, set) => set({ start: String(id) }, 'push'),
  when: ({ isActive, dialerProcess }) => isActive && !dialerProcess.isStarted,
};
const stop: RowAction<Row> = {
  label: say.stop,
  run: dialer.startStop,
  input: ({ dialerProcess }) => ({ id: dialerProcess.dialerCampaignId, status: false }),
  when: ({ isActive, dialerProcess }) => isActive && dialerProcess.isStarted,
  asks: ({ name }) => say.stopOf(name),
  says: { done: say.stopped, failed: say.dialerFailed },
};

export const CampaignsScreen = masterScreen({
  source: campaigns,
  says: say,
  columns: [
    col.text('name', say.name, { width: 190 }),
    col.custom('dialer', say.dialer, (row) => <DialerCell of={row} />, {
      width: 196,
      text: ({ dialerProcess }) => (dialerProcess.isStarted ? say.running : say.idle),
    }),
    col.of('client', say.client, ({ client }) => client.name, { width: 190 }),
    col.of('campaignType', say.dialMethod, ({ campaignType }) => say.dialMethods[campaignType], {
      width: 136,
      sort: 'campaignType',
    }),
    col.number('maxRatio', say.ratio, { width: 72 }),
    {
      ...col.of('agents', say.agents, ({ agents = [] }) => agents.length.toLocaleString('en-IN'), {
        width: 84,
      }),
      isNumber: true,
    },
  ],
  fields,
  actions: [{ label: say.details, run: ({ id }, set) => set({ details: String(id) }, 'push') }, start, stop],
  tools: Asked,
  beforeOff: BeforeOff,
  above: ({ agents = [] }) => agents.length > mostAgents && <p className={css.many}>{say.manyAgents}</p>,
});
