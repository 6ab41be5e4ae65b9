/** Team filter of the floor: all, or the reports of one user; stored in the URL. */
import { NativeSelect } from '@mantine/core';
import { floorText as say } from '#contexts/dialer/text/en/floor.ts';
import { rowId, useSearch } from '#kernel/client/app/search.ts';
import { useUrlState } from '#kernel/client/app/url.ts';

export interface Team {
  id: number;
  name: string;
  agents: number;
}

const asked = { leadId: rowId };
/** Board query of the selected team. */
export function useTeam(): { leadId?: number } {
  const { leadId } = useSearch(asked).search;
  return leadId ? { leadId } : {};
}

export function TeamChoice({ teams }: { teams: readonly Team[] }) {
  const { set } = useUrlState();
  const { leadId } = useTeam();
  if (teams.length < 2) return null;
  return (
    <NativeSelect
      aria-label={say.team}
      value={leadId ?? ''}
      data={[
        { value: '', label: say.everyTeam },
        ...teams.map(({ id, name, agents }) => ({ value: String(id), label: say.teamOf(name, agents) })),
      ]}
      onChange={({ target }) => set({ leadId: target.value || undefined, page: undefined })}
    />
  );
}
