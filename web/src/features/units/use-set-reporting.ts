import { messageFor } from '#core/errors.ts';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { call } from '#web/lib/api/api.ts';
import { useShowAnswer } from '#web/lib/api/use-show-answer.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { showUndoable } from '#web/lib/messages/show.ts';
import { REPORTING_FAILED, reportingQuestion } from '#web/shared/units/reporting-question.ts';
import type { UnitsAnswer } from './use-units.ts';

type Switched = Pick<Unit, 'UnitSerNum' | 'Report'>;

/** Switches a unit's reporting: asks first, shows the change at once, reverts it if saving fails, and offers to undo it. */
export function useSetReporting() {
  const confirm = useConfirm();
  const showAnswer = useShowAnswer();

  const show = (now: Switched) =>
    Promise.all([
      showAnswer(units.list, (answer) => answer && withReport(answer, now)),
      showAnswer(units.get, (answer) =>
        answer?.Unit.UnitSerNum === now.UnitSerNum
          ? { ...answer, Unit: { ...answer.Unit, Report: now.Report } }
          : answer,
      ),
    ]);

  const save = async ({ UnitSerNum, Report }: Switched): Promise<boolean> => {
    const was = Report === 1 ? 0 : 1;
    await show({ UnitSerNum, Report });
    try {
      await call(units.setReporting, { UnitSerNum, Report });
      return true;
    } catch (error) {
      await show({ UnitSerNum, Report: was });
      toastFailure({
        title: REPORTING_FAILED,
        description: messageFor(error),
        duration: TOAST_DURATION.failure,
      });
      return false;
    }
  };

  return async ({ UnitSerNum, Report: was }: Switched) => {
    const Report = was === 1 ? 0 : 1;
    if (!(await confirm(reportingQuestion({ UnitSerNum, Report })))) return;
    if (await save({ UnitSerNum, Report }))
      showUndoable(`Reporting of ${UnitSerNum} is ${Report === 1 ? 'on' : 'off'}`, () =>
        save({ UnitSerNum, Report: was }),
      );
  };
}

/** The answer with one unit's reporting changed. Lists without the unit keep their identity. */
export function withReport(answer: UnitsAnswer, { UnitSerNum, Report }: Switched): UnitsAnswer {
  const lists = Object.fromEntries(
    Object.entries(answer.lists).map(([model, list]) => [
      model,
      list.some((unit) => unit.UnitSerNum === UnitSerNum)
        ? list.map((unit) => (unit.UnitSerNum === UnitSerNum ? { ...unit, Report } : unit))
        : list,
    ]),
  ) as UnitsAnswer['lists'];
  return { ...answer, lists };
}
