/** Adds a client user. */
import { portalPeople, portalRoles } from '#contexts/lenders/contract/portal-people.ts';
import { portalPeopleText as say } from '#contexts/lenders/text/en/portal-people.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';

const field = fieldsOf(portalPeople.add);
const fields = [
  field.text('firstName', say.firstName),
  field.text('lastName', say.lastName),
  field.text('email', say.email),
  field.choice('role', say.role, {
    choices: portalRoles.map((value) => ({ value, label: say.roles[value] })),
  }),
];

export function PersonForm({ onClose }: { onClose: () => void }) {
  const { run } = useAct(portalPeople.add);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run(given as Input<typeof portalPeople.add>);
    notice.success(say.added);
    onClose();
  };
  return (
    <Sheet title={say.add} onClose={onClose}>
      <Form fields={fields} start={{ role: 'viewer' }} submit={say.add} onSubmit={save} />
    </Sheet>
  );
}
