/** Column mapping, formats of dates and numbers, and fixed values. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import {
  type FileMapping,
  dateOrders,
  isAadhaarHeader,
  numberStyles,
  readHeader,
} from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import css from './mapping.module.css';
import type { FileHead } from './head.ts';

interface Props {
  columns: readonly FileColumn[];
  head: FileHead;
  mapping: FileMapping;
  isRemembered: boolean;
  onChange: (mapping: FileMapping) => void;
}
const without = (record: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

function Columns({ columns, head, mapping, onChange }: Props) {
  const keyOf = (header: string): string =>
    Object.entries(mapping.columns).find(([, name]) => name === header)?.[0] ?? '';
  const choose = (header: string, key: string): void => {
    const rest = without(mapping.columns, [keyOf(header), key]);
    onChange({
      ...mapping,
      columns: key ? { ...rest, [key]: header } : rest,
      fixed: without(mapping.fixed, [key]),
    });
  };
  const options = [
    { value: '', label: say.aside },
    ...columns.map(({ key, header, required }) => ({
      value: key,
      label: required ? say.needed(header) : header,
    })),
  ];
  return (
    <ul className={css.columns}>
      {head.header.map((header, i) => (
        <li key={`${i}-${header}`} data-used={keyOf(header) !== '' || undefined}>
          <span className={css.theirs}>
            <b>{header || say.noName}</b>
            <small>
              {isAadhaarHeader(header)
                ? say.notStored
                : (head.rows.find(({ cells }) => cells[i]?.trim())?.cells[i] ?? say.nothing)}
            </small>
          </span>
          <NativeSelect
            aria-label={say.readAs(header)}
            data={options}
            value={keyOf(header)}
            disabled={isAadhaarHeader(header)}
            onChange={({ currentTarget }) => choose(header, currentTarget.value)}
          />
        </li>
      ))}
    </ul>
  );
}

function Fixed({ columns, mapping, onChange }: Props) {
  const free = columns.filter(({ key, canDerive }) => !canDerive && mapping.columns[key] === undefined);
  const given = free.filter(({ key }) => mapping.fixed[key] !== undefined);
  return (
    <div className={css.fixed}>
      {given.map(({ key, header, example }) => (
        <TextInput
          key={key}
          label={say.everyRow(header)}
          placeholder={example}
          value={mapping.fixed[key]}
          onChange={({ currentTarget }) =>
            onChange({ ...mapping, fixed: { ...mapping.fixed, [key]: currentTarget.value } })
          }
        />
      ))}
      <NativeSelect
        label={say.addFixed}
        value=""
        data={[
          { value: '', label: say.choose },
          ...free
            .filter((one) => !given.includes(one))
            .map(({ key, header }) => ({ value: key, label: header })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          value && onChange({ ...mapping, fixed: { ...mapping.fixed, [value]: '' } })
        }
      />
    </div>
  );
}

/** Columns the file may lack, such as the transaction number of a payment: their values are derived then. */
function Derived({ columns, mapping, onChange }: Props) {
  const lacking = columns.filter(({ key, canDerive }) => canDerive && mapping.columns[key] === undefined);
  const derived = mapping.derived ?? [];
  return lacking.map(({ key, header }) => (
    <Checkbox
      key={key}
      label={say.lacks(header)}
      description={say.lacksAbout}
      checked={derived.includes(key)}
      onChange={({ currentTarget: { checked } }) =>
        onChange({
          ...mapping,
          derived: checked ? [...derived, key] : derived.filter((one) => one !== key),
        })
      }
    />
  ));
}

export function MappingStep(props: Props) {
  const { columns, head, mapping, isRemembered, onChange } = props;
  const { missing, twice } = readHeader(columns, head.header, mapping);
  return (
    <section className={css.step} aria-label={say.title}>
      <h3>{say.title}</h3>
      <p className={css.about}>{isRemembered ? say.remembered : say.about}</p>
      <Columns {...props} />
      {missing.length > 0 && <p className={css.missing}>{say.missing(missing.join(', '))}</p>}
      {twice.length > 0 && <p className={css.missing}>{say.twice(twice.join(', '))}</p>}
      <Derived {...props} />
      <div className={css.styles}>
        <NativeSelect
          label={say.dates}
          value={mapping.dateOrder ?? ''}
          data={[
            { value: '', label: say.unsaid },
            ...dateOrders.map((value) => ({ value, label: say.dateOrders[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...mapping, dateOrder: dateOrders.find((one) => one === value) })
          }
        />
        <NativeSelect
          label={say.numbers}
          value={mapping.numberStyle ?? 'indian'}
          data={numberStyles.map((value) => ({ value, label: say.numberStyles[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...mapping, numberStyle: numberStyles.find((one) => one === value) })
          }
        />
      </div>
      <Fixed {...props} />
    </section>
  );
}
