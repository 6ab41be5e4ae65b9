/** Approval inbox: one card per request with all facts. Hidden when empty. */
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { authority } from '#contexts/authority/contract/authority.ts';
import type { AuthorityKind } from '#contexts/authority/contract/rules.ts';
import { historyLine, authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { may } from '#kernel/contract/access.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Question } from '#kernel/ui/form/question.tsx';
import { figuresOf } from './act-figures.ts';
import { WaitsForOthers } from './waits-for-others.tsx';
import { DecisionCard, Decisions } from '#kernel/ui/parts/sheet/decisions.tsx';
import { countText, dayWords, momentWords, money, rupees } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

type Waiting = WireRow<typeof authority.waiting>;
type ActKind = Exclude<AuthorityKind, 'settlement'>;
type Opened = 'approve' | 'reject' | 'passOn';
const most = 20;
const field = fieldsOf(authority.decide);
const passing = fieldsOf(authority.passOn);

export function WaitingForYou() {
  const actor = useActor();
  return may(actor, authority.waiting.can) ? (
    <>
      <Inbox />
      <WaitsForOthers />
    </>
  ) : null;
}

function Inbox() {
  const reading = useRead(authority.waiting, { size: most }, { keepPrevious: true });
  const { data } = reading;
  const absent = absenceWords(statementIn(reading), '');
  if (!data && absent) return <Decisions id="inbox-of-authority" title={say.inbox} empty={absent} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <Decisions
      id="inbox-of-authority"
      title={
        <>
          {say.inbox} <StatusPill tone="warn">{countText(data)}</StatusPill>
        </>
      }
      about={say.inboxAbout}
    >
      <ul>
        {data.rows.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
    </Decisions>
  );
}

const partsOf = ({ instalments, payBy, isExpired }: Waiting): string =>
  isExpired
    ? say.dayPassed(dayWords(payBy ?? ''))
    : instalments.length === 0
      ? say.payBefore(dayWords(payBy ?? ''))
      : say.inParts(instalments.map(({ amount, dueOn }) => say.part(money(amount), dayWords(dueOn))));

function Card({ row }: { row: Waiting }) {
  const [opened, setOpened] = useState<Opened>();
  const way = (what: Opened, isMain = false) => ({
    label: say[what],
    named: say.of(say[what], row.borrower),
    isMain,
    run: () => setOpened(what),
  });
  const onClose = () => setOpened(undefined);
  return (
    <DecisionCard
      isUrgent
      {...(row.act ? toldOfAct(row, row.act) : toldOfSettlement(row))}
      ways={[way('approve', true), way('reject'), way('passOn')]}
    >
      {opened === 'approve' &&
        (row.isExpired ? (
          <ApproveWithDay row={row} onClose={onClose} />
        ) : (
          <Approve row={row} onClose={onClose} />
        ))}
      {opened === 'reject' && <Reject row={row} onClose={onClose} />}
      {opened === 'passOn' && <PassOn row={row} onClose={onClose} />}
    </DecisionCard>
  );
}

type Told = Pick<ComponentProps<typeof DecisionCard>, 'who' | 'pills' | 'figures' | 'share' | 'lines'>;

/** Proposed change next to the current value. */
const toldOfAct = (row: Waiting, act: NonNullable<Waiting['act']>): Told => ({
  who: <strong>{say.of(say.cases[row.kind as ActKind], act.name)}</strong>,
  pills: row.client && <StatusPill tone="plain">{row.client}</StatusPill>,
  figures: figuresOf(act),
  lines: [
    [say.asks(row.maker), row.askedBy !== row.maker && say.saidYes(row.askedBy, row.maker), row.askedComment]
      .filter(Boolean)
      .join(' · '),
    say.until(momentWords(row.dueAt)),
  ],
});

function toldOfSettlement(row: Waiting): Told {
  const { lastPaid, lastPaidOn } = row;
  const paid =
    lastPaid !== null && lastPaidOn !== null ? say.lastPaid(rupees(lastPaid), dayWords(lastPaidOn)) : null;
  return {
    who: <Link to={`/view-borrower?id=${row.loanId ?? ''}&tab=settlementHistory`}>{row.borrower}</Link>,
    pills: (
      <>
        {row.isExpired && <StatusPill tone="bad">{say.expired}</StatusPill>}
        <StatusPill tone="plain">{row.client}</StatusPill>
      </>
    ),
    figures: [
      { label: say.offer, amount: row.amount },
      { label: say.principal, amount: row.pos },
      { label: say.toCollect, amount: row.tos },
    ],
    share: { label: say.waiverOf, words: say.percent(String(row.waiver)), percent: row.waiver },
    lines: [
      [say.saidYes(row.askedBy, row.maker), row.comment, row.askedComment].filter(Boolean).join(' · '),
      historyLine({ ...row, paid }),
      [partsOf(row), say.until(momentWords(row.dueAt))].join(' · '),
    ],
  };
}

interface Props {
  row: Waiting;
  onClose: () => void;
}

/** An approval applies to the shown values. */
const shownOf = ({ amount, act }: Waiting) => ({ amount, ...(act && { stands: act.stands }) });
const said = {
  approved: say.approved,
  rejected: say.rejected,
  recommended: say.recommended,
  'asked-again': say.again,
} as const;

function Approve({ row, onClose }: Props) {
  const { run, busy } = useAct(authority.decide);
  const answer = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        const done = await run({ id: String(row.id), decision: 'approve', ...shownOf(row) });
        notice.success(said[done.became]);
      } catch (error) {
        notice.error(wordsOf(error) ?? say.failed);
      }
    onClose();
  };
  return (
    <Question
      words={
        row.act
          ? say.askAct(say.cases[row.kind as ActKind], row.act.name)
          : say.askApprove(money(row.amount), row.borrower)
      }
      yes={say.approve}
      no={kitText.cancel}
      busy={busy}
      onAnswer={(isYes) => void answer(isYes)}
    />
  );
}

/** Its payment day has passed: approved with the day agreed on with the borrower. */
function ApproveWithDay({ row, onClose }: Props) {
  const { run } = useAct(authority.decide);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const done = await run({ ...given, id: String(row.id), decision: 'approve', ...shownOf(row) });
    notice.success(said[done.became]);
    onClose();
  };
  return (
    <Sheet title={say.approve} about={row.borrower} onClose={onClose}>
      <p>{say.newDayAbout(dayWords(row.payBy ?? ''))}</p>
      <Form
        fields={[field.day('settlementDate', say.newDay, { required: true })]}
        start={{}}
        submit={say.approve}
        onSubmit={save}
      />
    </Sheet>
  );
}

function Reject({ row, onClose }: Props) {
  const { run } = useAct(authority.decide);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run({ ...given, id: String(row.id), decision: 'reject', ...shownOf(row) });
    notice.success(say.rejected);
    onClose();
  };
  return (
    <Sheet title={say.reject} about={row.borrower} onClose={onClose}>
      <Form
        fields={[
          field.area('comments', say.reason, { required: true }),
          ...(row.act ? [] : [field.money('suggestedAmount', say.suggested, { required: true })]),
        ]}
        start={{}}
        submit={say.reject}
        onSubmit={save}
      />
    </Sheet>
  );
}

function PassOn({ row, onClose }: Props) {
  const { run } = useAct(authority.passOn);
  const { data } = useRead(authority.people, { id: String(row.id) });
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const userId = Number(given['userId']);
    await run({ id: String(row.id), userId });
    notice.success(say.passed(data?.find(({ id }) => id === userId)?.name ?? ''));
    onClose();
  };
  const choices = data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <Sheet title={say.passOn} about={row.borrower} onClose={onClose}>
      {data?.length === 0 && <p>{say.nobodyElse}</p>}
      {choices.length > 0 && (
        <Form
          fields={[passing.choice('userId', say.to, { choices, hint: say.toHint })]}
          start={{}}
          submit={say.passOn}
          onSubmit={save}
        />
      )}
    </Sheet>
  );
}
