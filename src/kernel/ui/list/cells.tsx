/** Cells that more than one list shows. */
import type { ReactNode } from 'react';
import css from '../parts/pill.module.css';
import { ColourTag } from '../parts/status-pill.tsx';

export type Named = { firstName: string; lastName: string; roleName?: string };
export type Tagged = { name: string; colorCode: string };

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim();
const initials = ({ firstName, lastName }: Named): string =>
  (firstName.charAt(0) + lastName.charAt(0)).toUpperCase();

/** A person with their initials, so that the eye finds the same one again. */
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

/** What it is, and below it in small what else tells it apart: both fit the height of a row. */
export const TwoLines = ({ below, children }: { below: string; children: ReactNode }) => (
  <span className={css.twoLines}>
    <span>{children}</span>
    <small>{below}</small>
  </span>
);
