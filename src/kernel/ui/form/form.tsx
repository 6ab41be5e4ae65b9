/** The one form engine: values, sentences, unique checks, the leave question and what is sent. */
import { Button } from '@mantine/core';
import {
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiFailure, Unreachable, wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { kitText } from '#text/en/kit.ts';
import {
  type Field,
  type Value,
  type Values,
  faultOf,
  formOf,
  isChanged,
  valuesAfter,
  wireOf,
} from './fields.ts';
import { focusFirst } from './first-field.ts';
import { FormField } from './form-field.tsx';
import css from './form.module.css';
import { Key } from '../parts/menu/key.tsx';
import { isKey } from '../parts/menu/keys.ts';
import { NotMeant } from './not-meant.ts';
import { useDraft } from './use-draft.ts';
import { useUniqueCheck } from './use-unique.ts';
import '../parts/theme/styles.ts';

/** Milliseconds without a progress sign: faster saves show none. */
const unnoticed = 150;

interface FormProps {
  fields: readonly Field[];
  start: Values;
  /** Initial input, where it differs from `start`: a restored draft. */
  begin?: Values;
  /** Text above the fields. */
  word?: string;
  /** The name of the form's draft, which survives a reload until the form is sent. */
  draft?: string;
  /** Receives the wire input; throws on failure. */
  onSubmit: (input: Record<string, unknown>, by?: string) => Promise<void>;
  submit?: string;
  /** Additional submit buttons, with their value passed to `onSubmit`; `before` precedes the main one. */
  before?: ReactNode;
  more?: ReactNode;
  /** For unique fields: the entity, and the exempt row. */
  unique?: { entity: string; exceptId?: number };
  isEdit?: boolean;
}

export function Form(props: FormProps) {
  const {
    fields: all,
    start,
    begin = start,
    word,
    draft,
    onSubmit,
    submit = kitText.save,
    before,
    more,
    unique,
    isEdit,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  // In a dialog the first field gets the focus, also after loading its row.
  useEffect(() => focusFirst(form.current?.closest('dialog')), []);
  const [typed, setTyped] = useState(begin);
  const { shown: fields, values, locked } = useMemo(() => formOf(all, typed), [all, typed]);
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const [trouble, setTrouble] = useState<string>();
  /** Sent for approval: no further save is possible. */
  const [waits, setWaits] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const isDirty = isChanged(all, start, typed);
  useLeaveGuard(isDirty, isSending);
  const kept = useDraft(draft, { typed, isDirty, onRestore: setTyped });
  const taken = useUniqueCheck({ fields, values, start, unique });

  const isSet = ({ fixed, name }: Field): boolean => Boolean(isEdit && fixed && start[name]);
  const change = (field: Field, value: Value): void => {
    // Other input is another request.
    if (waits) isSending.current = false;
    setWaits(undefined);
    const next = valuesAfter(all, typed, { [field.name]: value });
    setTyped(next);
    // Errors of other fields are cleared when fields appear or disappear.
    const isSame = labelsOf(formOf(all, next).shown) === labelsOf(fields);
    const isAsBefore = (name: string): boolean =>
      name !== field.name && (next[name] ?? '') === (typed[name] ?? '');
    setFaults(isSame ? Object.fromEntries(Object.entries(faults).filter(([name]) => isAsBefore(name))) : {});
  };
  // The same function for as long as the form is there: pressing Save draws no field again.
  const latest = useRef(change);
  useLayoutEffect(() => void (latest.current = change));
  const onChange = useCallback((field: Field, value: Value) => latest.current(field, value), []);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending.current) return;
    const by = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? undefined;
    const found = Object.fromEntries(
      fields.map((field) => [field.name, faultOf(field, values[field.name], values)]),
    );
    const first = fields.find(({ name }) => found[name] ?? taken[name]);
    // Nothing is rendered during a save, except errors.
    if (first || isAny(faults)) setFaults(found);
    setTrouble(undefined);
    if (first) return focusOn(event.currentTarget, first.name);
    isSending.current = true;
    kept.submit();
    const slow = setTimeout(() => setBusy(true), unnoticed);
    try {
      await onSubmit(
        Object.fromEntries(fields.map((field) => [field.name, wireOf(field, values[field.name])])),
        by,
      );
    } catch (error) {
      clearTimeout(slow);
      setBusy(false);
      if (isForApproval(error)) return setWaits(wordsOf(error));
      isSending.current = false;
      kept.resume();
      if (error instanceof NotMeant) return;
      const refused = refusedFields(error, fields);
      setFaults(refused);
      const at = fields.find(({ name }) => refused[name]);
      if (at && form.current) return focusOn(form.current, at.name);
      setTrouble(wordsOf(error) ?? (error instanceof Unreachable ? kitText.offlineSave : kitText.failed));
    }
  };
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={saveByKey}
    >
      {word && (
        <p className={css.trouble} role="alert">
          {word}
        </p>
      )}
      {kept.isRestored && (
        <p className={css.restored} role="status">
          {kitText.restored}
        </p>
      )}
      {fields.map((field) => (
        <Fragment key={field.name}>
          {field.heading && <h3 className={css.heading}>{field.heading}</h3>}
          <FormField
            field={field}
            value={values[field.name]}
            values={values}
            fault={locked.has(field.name) ? undefined : (faults[field.name] ?? taken[field.name])}
            isFixed={isSet(field) || locked.has(field.name)}
            onChange={onChange}
          />
        </Fragment>
      ))}
      {trouble && (
        <p className={css.trouble} role="alert" ref={intoView}>
          {trouble}
        </p>
      )}
      <Foot waits={waits} busy={busy} submit={submit} before={before} more={more} />
    </form>
  );
}

/** Submits like the main button. */
function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isKey(event, 'save')) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(event.currentTarget.querySelector('[data-main-submit]'));
}

type FootProps = Pick<FormProps, 'submit' | 'before' | 'more'> & { busy: boolean; waits: string | undefined };
const Foot = ({ busy, waits, submit, before, more }: FootProps) =>
  waits ? (
    <p className={css.waits} role="status" ref={intoView}>
      {waits}
    </p>
  ) : (
    <div className={css.foot}>
      {before}
      <Button type="submit" size="md" loading={busy} fullWidth data-main-submit>
        {submit}
        <Key of="save" />
      </Button>
      {more}
    </div>
  );

/** The server stored it as a request that another person approves, or that is carried out after a day. */
const isForApproval = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.code === 'WAITS_FOR_OTHERS' || error.code === 'WAITS_A_DAY');

const isAny = (faults: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(faults).some((fault) => fault !== undefined);

const labelsOf = (fields: readonly Field[]): string => fields.map(({ label }) => label).join();

const intoView = (said: HTMLElement | null): void => said?.scrollIntoView({ block: 'nearest' });

/** A select stores its value in a hidden input, so it is found by its field container. */
const focusOn = (form: EventTarget & Element, name: string): void =>
  form
    .querySelector<HTMLElement>(
      `[data-field="${name}"] :is(input, textarea):not([type='hidden']), fieldset[data-field="${name}"] button, [name="${name}"]`,
    )
    ?.focus();

/** Field errors of the server. */
function refusedFields(error: unknown, fields: readonly Field[]): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(
    error.fields.map(({ path, fault }) => {
      const label = fields.find(({ name }) => name === path)?.label ?? path;
      const words = { required: kitText.required(label), taken: kitText.taken }[fault as string];
      return [path, words ?? kitText.wrong(label)];
    }),
  );
}
