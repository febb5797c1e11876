import { firstReadsOfUnitErrors, UnitErrorsPage } from './unit-errors-page.tsx';

export const firstReads = firstReadsOfUnitErrors('ErrorCountMax');

export default function FailedToDownloadPage() {
  return <UnitErrorsPage usual="ErrorCountMax" />;
}
