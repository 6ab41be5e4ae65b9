import { Select } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { greyed } from '../../parts/greyed.ts';
import type { Field, Picture, Quick, Value, Values } from '../fields.ts';
import css from './picture-choice.module.css';
import chips from './quick-values.module.css';

interface Props {
  field: Field;
  value: string;
  values: Values;
  fault: string | undefined;
  onChange: (value: Value) => void;
}
const drawn = { size: 22, stroke: 1.75, 'aria-hidden': 'true' } as const;
const known = <T,>(of: readonly T[] | ((values: Values) => readonly T[]) | undefined, values: Values) =>
  typeof of === 'function' ? of(values) : (of ?? []);

/** All options are visible: shown as pictures, or too few to search. */
export function isAllAhead({ look, picture, quick, choices }: Field, values: Values): boolean {
  if (look !== 'choice') return false;
  const ahead = known(quick, values).length;
  return picture !== undefined || (ahead > 0 && ahead === known(choices, values).length);
}

/** Picture options with labels, three per row; more after a "more" button. */
export function PictureChoice({ field, value, values, fault, onChange }: Props) {
  const { name, label, isRequired, quick, choices, picture } = field;
  const said = useId();
  const all = known(choices, values);
  const ahead = known(quick, values);
  const isElsewhere = value !== '' && !ahead.some((one) => one.value === value);
  const [isMore, setMore] = useState(false);
  return (
    <fieldset className={css.choice} data-field={name} data-quick aria-describedby={fault && said}>
      <legend>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </legend>
      <div className={picture ? css.grid : chips.row}>
        {ahead.map((one) => (
          <Tile
            key={one.value}
            of={one}
            className={picture ? undefined : chips.chip}
            picture={picture?.(one.value, one.label)}
            isChosen={one.value === value}
            onPress={() => onChange(one.value)}
          />
        ))}
        {all.length > ahead.length && (
          <button type="button" aria-expanded={isMore || isElsewhere} onClick={() => setMore(!isMore)}>
            <IconDots {...drawn} />
            <span>{kitText.more}</span>
          </button>
        )}
      </div>
      {(isMore || isElsewhere) && (
        <Select
          aria-label={label}
          size="md"
          data={all.map((one) => ({ ...one, disabled: Boolean('why' in one && one.why) }))}
          value={value || null}
          searchable
          onChange={(picked) => onChange(picked ?? '')}
        />
      )}
      {fault && (
        <p id={said} className={css.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** Joined names, such as FinalSettlement, may break inside. */
const words = (label: string): string[] => label.split(/(?<=[a-z])(?=[A-Z])/u);

function Tile(o: {
  of: Quick;
  className: string | undefined;
  picture: Picture | undefined;
  isChosen: boolean;
  onPress: () => void;
}) {
  const Drawn = o.picture;
  return (
    <button
      type="button"
      className={o.className}
      aria-pressed={o.isChosen}
      {...greyed(o.of.why)}
      onClick={o.onPress}
    >
      {Drawn && <Drawn {...drawn} />}
      <span>
        {words(o.of.label).map((word, i) => (
          <Fragment key={word}>
            {i > 0 && <wbr />}
            {word}
          </Fragment>
        ))}
      </span>
    </button>
  );
}
