/** Active filters, each with a label and a remove button. */
import { IconX } from '@tabler/icons-react';
import { may } from '#kernel/contract/access.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { kitText } from '#text/en/kit.ts';
import { useChoices } from '../../form/choices.ts';
import { dayText } from '../../parts/values/format.ts';
import { monthKeys, nearMonths } from '../../parts/values/months.ts';
import { today } from '../../parts/values/format.ts';
import { dropdownOf, useKit } from '../dropdowns.ts';
import css from './filter-chips.module.css';
import { type Filter, narrowedBy } from '../filters.ts';

type Words = Readonly<Record<string, string | undefined>>;

export function FilterChips({ filters, on }: { filters: readonly Filter[]; on: readonly Filter[] }) {
  const { all, set } = useUrlState();
  const takeOut = ({ name, until }: Filter): void => {
    const names = [name, ...(until ? [until] : []), ...narrowedBy(filters, name), 'page'];
    set(Object.fromEntries(names.map((one) => [one, undefined])), 'push');
  };
  return (
    <ul className={css.chips} aria-label={kitText.filters}>
      {on.map((filter) => (
        <li key={filter.name}>
          {`${filter.label}: `}
          <b>{filter.meta.ref ? <Chosen filter={filter} words={all} /> : wordOf(filter, all)}</b>
          <button type="button" aria-label={kitText.takeOut(filter.label)} onClick={() => takeOut(filter)}>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Label of a filter value. */
function wordOf({ name, until, meta, choices }: Filter, words: Words): string {
  const word = words[name] ?? '';
  const chosen = choices?.find(({ value }) => value === word);
  if (chosen) return chosen.label;
  if (meta.kind === 'flag') return word === 'true' ? kitText.yes : kitText.no;
  if (meta.kind === 'months') {
    const known = nearMonths(today());
    return monthKeys(word)
      .map((key) => known.find(({ value }) => value === key)?.label ?? key)
      .join(', ');
  }
  if (meta.kind !== 'day') return word;
  const ends = [word, until && words[until]].filter(Boolean) as string[];
  return ends.map(dayText).join(' – ');
}

/** Names of ids, from the dropdown of their domain. */
function Chosen({ filter: { name, meta }, words }: { filter: Filter; words: Words }) {
  useKit();
  const actor = useActor();
  const ids = (words[name] ?? '').split(',');
  const endpoint = dropdownOf(meta.ref ?? '');
  const asks = 'ids' in endpoint.takes.shape ? { ids: ids.map(Number) } : {};
  // Dependent options need their parent value, which only the drawer has.
  const isOpen = may(actor, endpoint.can) && !endpoint.path.includes(':');
  const known = useChoices(endpoint, asks, isOpen);
  const names = ids.map((id) => known?.find(({ value }) => value === id)?.label);
  return names.every(Boolean) ? names.join(', ') : kitText.chosen(ids.length);
}
