import { firstReadsOfUnitErrors, UnitErrorsPage } from './unit-errors-page.tsx';

export const firstReads = firstReadsOfUnitErrors('BadPowerModules');

export default function BadPowerModulesPage() {
  return <UnitErrorsPage usual="BadPowerModules" />;
}
