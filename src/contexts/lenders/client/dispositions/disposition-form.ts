/** A disposition's form: the master's, and the one that opens from a client. */
import { dispositionTypes, dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { dispositionsText as say } from '#contexts/lenders/text/en/dispositions.ts';
import { type Field, type Values, fieldsOf } from '#kernel/ui/form/fields.ts';

const field = fieldsOf(dispositions.create);
const types = dispositionTypes.map((value) => ({ value, label: say.types[value] }));
const isSub = ({ type }: Values): boolean => type === 'subDisposition';
const isForSome = ({ defaultApply }: Values): boolean => defaultApply !== true;

type Saved = Readonly<Record<string, unknown>>;

export const spec = {
  source: dispositions,
  says: {
    ...say,
    created: ({ type }: Saved) => say.created(type),
    updated: ({ type }: Saved) => say.updated(type),
  },
};

/** From a client, it is for this client alone (document 3, section 5). */
export const fieldsFor = (clientId?: number): readonly Field[] => [
  field.choice('type', say.type, { choices: types }),
  field.text('name', say.name),
  field.pick('parentId', say.parent, { show: isSub, required: isSub, needed: say.parentNeeded }),
  field.flag('defaultApply', say.applyDefault, clientId ? { lock: () => false } : {}),
  field.pick('clientIds', say.clients, {
    show: isForSome,
    required: isForSome,
    needed: say.clientNeeded,
    ...(clientId && { lock: () => String(clientId) }),
  }),
  field.flag('isDeath', say.isDeath),
  ...(clientId ? [] : [field.flag('isActive', say.active, { initial: true })]),
];
