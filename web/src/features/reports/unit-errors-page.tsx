import { FAILURE_MEANT, UNIT_FAILURES, type UnitFailure } from '#core/reports/contract.ts';
import { REPORT_LISTS } from '#core/reports/lists.ts';
import { type Choice, choiceAt, type ReportList } from '#core/reports/report-list.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { BadPowerModules } from './bad-power-modules.tsx';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport } from './report-screen.ts';

const LIST_OF = { ErrorCountMax: REPORT_LISTS.failedToDownload, BadPowerModules: REPORT_LISTS.badPowerModule } as const;

const failure = (usual: UnitFailure): Choice => ({
  name: 'FailureType',
  label: 'Failure',
  values: UNIT_FAILURES,
  otherNames: FAILURE_MEANT,
  words: (type) => LIST_OF[type as UnitFailure].report.title,
  preset: usual,
});

/** The report of the failure that the address names, or of the usual one of the page. */
function screenAt(parameters: URLSearchParams, usual: UnitFailure): ReportList {
  const list = LIST_OF[choiceAt(parameters, failure(usual)) as UnitFailure];
  return { ...list, choices: [failure(usual), ...list.choices] };
}

export const firstReadsOfUnitErrors =
  (usual: UnitFailure): FirstReads =>
  (parameters, session) =>
    firstReadsOfReport(screenAt(parameters, usual))(parameters, session);

/** Units with errors. The failure is a choice of the page. */
export function UnitErrorsPage({ usual }: { usual: UnitFailure }) {
  const { parameters } = useAddressParameters();
  const screen = screenAt(parameters, usual);
  return screen.report === REPORT_LISTS.badPowerModule.report ? (
    <BadPowerModules screen={screen} />
  ) : (
    <ReportPage key={screen.report.name} screen={screen} />
  );
}
