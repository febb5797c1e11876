import { parametersOfDays, reportDaysAt } from '#core/reports/report-days.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

/** The range of days in the address of the page, and how to change it. */
export function useReportDays(usualDays: number) {
  const { parameters, change } = useAddressParameters();
  const { timeZone } = useTimeStyle();
  return {
    ...reportDaysAt(parameters, usualDays, { timeZone, now: Date.now() }),
    setRange: (range: { start: string; end: string }) => change(parametersOfDays(range)),
  };
}
