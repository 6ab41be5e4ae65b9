import { useRef, useState } from 'react';
import { type VisitOutcome, visitOutcomes, visits } from '#contexts/work/contract/visits.ts';
import { nextStepOf } from '#contexts/work/contract/visit-rules.ts';
import { kitText } from '#text/en/kit.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { NotSaved } from '#phone/outbox/save.ts';
import { useSubmit, useSubmitAll } from '#phone/outbox/sending/use-submit.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { LoanSheet } from '../loan/loan-sheet.tsx';
import { baseOf } from '../outcome/base.ts';
import { PhotoPart } from './photo-part.tsx';
import { photoParts } from './photo-parts.ts';
import { placeOf, usePosition } from './position.ts';
import type { Loan } from '../loan/loan.ts';
import { VisitGuard, useVisitGuard } from './visit-guard.tsx';
import { PositionPart, useFarQuestion } from './visit-position.tsx';
import css from './visits.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const field = fieldsOf(visits.record);
const outcomes = visitOutcomes.map((value) => ({ value, label: say.outcomes[value] }));
const isOutcome = (word: unknown): word is VisitOutcome => visitOutcomes.some((one) => one === word);

/** The advice is shown next to the result, before saving: the agent is at the door. */
function fieldsFor(lockedBefore: number) {
  return [
    field.choice('outcome', say.outcome, {
      needed: say.needOutcome,
      choices: outcomes,
      quick: outcomes,
      hint: ({ outcome }) =>
        isOutcome(outcome)
          ? say.next(say.steps[nextStepOf(outcome, outcome === 'locked' ? lockedBefore + 1 : 0)])
          : undefined,
    }),
    field.area('comments', say.comments),
  ];
}

/** A visit that is safe while its photo is not yet. */
interface Saved {
  id: string;
  outcome: VisitOutcome;
}
interface Props {
  loan: Loan;
  onDone: (outcome?: VisitOutcome) => void;
}

/** Visit form, saved on this phone first; its photo follows in parts. */
export function VisitForm({ loan, onDone }: Props) {
  const { position, again } = usePosition();
  const [visitKey] = useState(() => newUuid());
  const [photo, setPhoto] = useState<string>();
  const taking = useRef<Promise<string | undefined>>(Promise.resolve(undefined));
  const [saved, setSaved] = useState<Saved>();
  const record = useSubmit(visits.record);
  const sendPhoto = useSubmitAll(visits.photo);
  const { data } = useRead(visits.list, { loanId: loan.id, size: 5 });
  const standing = useVisitGuard(loan.id);
  const isAgainst = standing !== undefined && standing.rule !== null;
  const name = loan.loanBorrower.name;
  const draft = `visit ${loan.id}`;

  const savePhoto = async (visit: Saved): Promise<void> => {
    try {
      const taken = await taking.current;
      if (taken)
        await sendPhoto(
          (await photoParts(taken)).map((part) => ({ loanId: loan.id, visitKey, ...part })),
          {
            lane: `photo:${loan.id}`,
            group: visitKey,
            says: say.saysPhoto(name),
            done: say.photoSent,
            failed: say.failed,
            dependsOn: [visit.id],
          },
        );
      onDone(visit.outcome);
    } catch (error) {
      // The visit is stored: only its photo is requested again.
      notice.error([say.photoLeft, error instanceof NotSaved ? error.words : ''].join(' ').trim());
      setSaved(visit);
    }
  };
  const far = useFarQuestion(loan.address, position);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    if (!isOutcome(given.outcome) || !(await far.confirm())) return;
    const { outcome } = given;
    const comments = typeof given.comments === 'string' ? given.comments : '';
    const { id } = await record(
      {
        loanId: loan.id,
        visitKey,
        outcome,
        comments,
        ...placeOf(position, Date.now()),
        occurredAt: new Date().toISOString(),
        // After a blocked notice, the author states that it took place.
        ...(isAgainst && { hasHappened: true }),
      },
      {
        lane: `loan:${loan.id}`,
        says: say.says(name, say.outcomes[outcome]),
        done: say.created,
        failed: say.failed,
        base: baseOf(loan),
        draft,
      },
    );
    await savePhoto({ id, outcome });
  };

  const take = (one: Promise<string | undefined>): void => {
    taking.current = one;
  };
  const photoPart = <PhotoPart photo={photo} onChange={setPhoto} onTaking={take} />;
  return (
    <LoanSheet loan={loan} title={say.title} onClose={() => onDone(saved?.outcome)}>
      {saved ? (
        <div className={css.again}>
          {photoPart}
          <button
            type="button"
            className={`${look.main} ${look.tall}`}
            {...greyed(!photo && say.photoFirst)}
            onClick={() => void savePhoto(saved)}
          >
            {say.savePhoto}
          </button>
          <button
            type="button"
            className={`${look.plain} ${look.tall}`}
            onClick={() => onDone(saved.outcome)}
          >
            {kitText.close}
          </button>
        </div>
      ) : (
        <>
          <VisitGuard loanId={loan.id} standing={standing} />
          <PositionPart position={position} address={loan.address} onAgain={again} />
          {photoPart}
          {far.question}
          <Form
            draft={draft}
            fields={fieldsFor(data?.rows[0]?.lockedTimes ?? 0)}
            start={{}}
            onSubmit={save}
            submit={isAgainst ? say.saveHappened : say.save}
          />
        </>
      )}
    </LoanSheet>
  );
}
