import { FAILURE_MEANT, reports, UNIT_FAILURES, type UnitFailure } from '#core/reports/contract.ts';
import {
  badPowerModules,
  DEFAULT_POWER_STATUS,
  failedToDownload,
  POWER_STATUSES,
} from '#core/reports/definitions/units.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { BadPowerModules } from './bad-power-modules.tsx';
import { ReportPage } from './report-page.tsx';
import { type Choice, choiceAt, firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const REPORT_OF = { ErrorCountMax: failedToDownload, BadPowerModules: badPowerModules } as const;

const failure = (usual: UnitFailure): Choice => ({
  name: 'FailureType',
  label: 'Failure',
  values: UNIT_FAILURES,
  otherNames: FAILURE_MEANT,
  words: (type) => REPORT_OF[type as UnitFailure].title,
  preset: usual,
});
const power: Choice = {
  name: 'PowerStatus',
  label: 'Power status',
  values: POWER_STATUSES,
  preset: DEFAULT_POWER_STATUS,
};

/** The report of the failure that the address names, or of the usual one of the page. */
function screenAt(parameters: URLSearchParams, usual: UnitFailure): ReportScreen {
  const type = choiceAt(parameters, failure(usual)) as UnitFailure;
  return { report: REPORT_OF[type], endpoint: reports.unitErrors, choices: [failure(usual), power] };
}

export const firstReadsOfUnitErrors =
  (usual: UnitFailure): FirstReads =>
  (parameters, session) =>
    firstReadsOfReport(screenAt(parameters, usual))(parameters, session);

/** Units with errors. The failure is a choice of the page. */
export function UnitErrorsPage({ usual }: { usual: UnitFailure }) {
  const { parameters } = useAddressParameters();
  const screen = screenAt(parameters, usual);
  return screen.report === badPowerModules ? (
    <BadPowerModules screen={screen} />
  ) : (
    <ReportPage key={screen.report.name} screen={screen} />
  );
}
