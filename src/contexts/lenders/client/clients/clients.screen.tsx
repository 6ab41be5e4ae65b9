import type { ComponentType } from 'react';
import { clients, ownerRoles } from '#contexts/lenders/contract/clients.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import { clientsText as say } from '#contexts/lenders/text/en/clients.ts';
import { switchOffText } from '#contexts/agency/text/en/switch-off.ts';
import { call } from '#kernel/client/calls/api.ts';
import { beforeOff } from '#kernel/ui/form/before-off.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { TargetCard } from './target-card.tsx';

const BeforeOff = beforeOff(async (id) =>
  switchOffText.asks('client', await call(switchOff.hangs, { what: 'client', id: String(id) })),
);
const col = columnsOf(clients.list);
const field = fieldsOf(clients.create);

/** Lenders. What may come of a contact with their borrowers is another feature's, so the application brings it. */
export const clientsScreen = (Dispositions: ComponentType<{ clientId: number }>) =>
  masterScreen({
    source: clients,
    says: say,
    columns: [
      col.text('name', say.name, { width: 180 }),
      col.text('contactPerson', say.contactPerson, { width: 130 }),
      col.text('contactPersonEmail', say.contactPersonEmail, { width: 250 }),
      col.text('contactPersonMobile', say.contactPersonMobile, { width: 124 }),
      col.of('city', say.city, ({ city }) => city?.name, { width: 116 }),
      col.person('owner', say.owner, { width: 220 }),
    ],
    fields: [
      field.text('name', say.name),
      field.text('contactPerson', say.contactPerson),
      field.text('contactPersonEmail', say.contactPersonEmail),
      field.text('contactPersonMobile', say.contactPersonMobile),
      field.text('registeredGst', say.registeredGst),
      field.area('address', say.address),
      field.text('landmark', say.landmark),
      field.text('pinCode', say.pinCode),
      field.pick('stateId', say.state),
      field.pick('cityId', say.city, { within: 'stateId' }),
      field.pick('ownerId', say.owner, { asks: { type: ownerRoles.join(',') } }),
      field.number('promiseKeptPercent', say.promiseKeptPercent, {
        heading: say.promises,
        hint: say.promiseKeptHint,
        initial: '95',
      }),
      field.number('promiseGraceDays', say.promiseGraceDays, { hint: say.promiseGraceHint, initial: '0' }),
      field.text('callerId', say.callerId, { heading: say.calls, hint: say.callerIdHint }),
      field.text('callBackCallerId', say.callBackCallerId, { hint: say.callBackCallerIdHint }),
      field.text('reminderCallerId', say.reminderCallerId, { hint: say.reminderCallerIdHint }),
      field.flag('seriesOnly', say.seriesOnly, { hint: say.seriesOnlyHint }),
      field.flag('requiresRecording', say.requiresRecording, { hint: say.requiresRecordingHint }),
      field.flag('paysWhileInactive', say.paysWhileInactive, {
        initial: true,
        hint: say.paysWhileInactiveHint,
      }),
      field.area('letterAddresses', say.letterAddresses, { hint: say.letterAddressesHint }),
      field.number('identityMonths', say.identityMonths, {
        heading: say.retention,
        hint: say.identityMonthsHint,
        initial: '60',
      }),
      field.number('recordingMonths', say.recordingMonths, { hint: say.recordingMonthsHint, initial: '24' }),
      field.money('cashLimit', say.cashLimit, {
        heading: say.cash,
        hint: say.cashLimitHint,
        initial: '50000',
      }),
      field.number('cashDays', say.cashDays, { hint: say.cashDaysHint, initial: '2' }),
      field.number('cashGraceDays', say.cashGraceDays, { hint: say.cashGraceDaysHint, initial: '0' }),
      field.flag('cashSlipPhoto', say.cashSlipPhoto, { initial: true }),
      field.choice('settlementAsks', say.settlementAsks, {
        heading: say.settlements,
        choices: (['instalments', 'always', 'never'] as const).map((value) => ({
          value,
          label: say.settlementAsked[value],
        })),
        initial: 'instalments',
      }),
      field.number('settlementOfferDays', say.settlementOfferDays, { initial: '7' }),
      field.number('settlementGraceDays', say.settlementGraceDays, {
        hint: say.settlementGraceHint,
        initial: '7',
      }),
      field.number('settlementMostDays', say.settlementMostDays, { initial: '365' }),
      field.area('noDuesText', say.noDuesText, { hint: say.noDuesHint }),
      field.text('password', say.password, { onlyNew: true, hint: say.passwordHint }),
      field.flag('isActive', say.active, { initial: true }),
    ],
    beforeOff: BeforeOff,
    above: ({ id, targets }) => (
      <>
        <TargetCard of={targets} />
        <Dispositions clientId={id} />
      </>
    ),
  });
