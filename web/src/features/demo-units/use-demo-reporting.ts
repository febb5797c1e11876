import { demoUnits } from '#core/demo-units/contract.ts';
import type { DemoUnit } from '#core/demo-units/demo-unit.ts';
import { units } from '#core/units/contract.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { call } from '#web/lib/api/api.ts';
import { useShowAnswer } from '#web/lib/api/use-show-answer.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';
import { REPORTING_FAILED, reportingQuestion } from '#web/shared/units/reporting-question.ts';

type Switched = Pick<DemoUnit, 'UnitSerNum' | 'Report'>;

/** Switches the reporting of a demo unit: asks first, shows the change at once, and reverts it if saving fails. */
export function useDemoReporting() {
  const confirm = useConfirm();
  const showAnswer = useShowAnswer();
  const show = (now: Switched) =>
    showAnswer(
      demoUnits.list,
      (answer) =>
        answer && {
          ...answer,
          items: answer.items.map((one) => (one.UnitSerNum === now.UnitSerNum ? { ...one, Report: now.Report } : one)),
        },
    );
  return async ({ UnitSerNum, Report: was }: Switched) => {
    const Report = was === 1 ? 0 : 1;
    if (!(await confirm(reportingQuestion({ UnitSerNum, Report })))) return;
    await show({ UnitSerNum, Report });
    try {
      await call(units.setReporting, { UnitSerNum, Report });
    } catch (error) {
      await show({ UnitSerNum, Report: was });
      showFailureUnder(REPORTING_FAILED, error);
    }
  };
}
