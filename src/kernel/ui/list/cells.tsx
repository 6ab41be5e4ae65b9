/** Cells that more than one list shows. */
import type { ReactNode } from 'react';
import css from '../parts/values/pill.module.css';
import { ColourTag } from '../parts/values/status-pill.tsx';

export type Named = { firstName: string; lastName: string; roleName?: string };
export type Tagged = { name: string; colorCode: string };

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim();
const initials = ({ firstName, lastName }: Named): string =>
  (firstName.charAt(0) + lastName.charAt(0)).toUpperCase();

/** A user with initials, recognisable at a glance. */
export const Person = ({ of }: { of: Named }) => (
  <span className={css.person}>
    <i aria-hidden="true">{initials(of)}</i>
    {fullName(of)}
    {of.roleName && <small>{of.roleName}</small>}
  </span>
);

export const Tags = ({ of }: { of: readonly Tagged[] }) =>
  of.map(({ name, colorCode }) => (
    <ColourTag key={name} colour={colorCode}>
      {name}
    </ColourTag>
  ));

/** A value with a smaller second row: both fit the row height. */
export const TwoLines = ({ below, children }: { below: string; children: ReactNode }) => (
  <span className={css.twoLines}>
    <span>{children}</span>
    <small>{below}</small>
  </span>
);
