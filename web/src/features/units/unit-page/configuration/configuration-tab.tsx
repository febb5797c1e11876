import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { ConfigurationEditor } from './configuration-editor.tsx';

interface ConfigurationTabProps {
  unit: Unit;
  /** The dealer's names for its two own fields. */
  customLabels: readonly [string, string];
}

/** What the unit should have set, what it reported, and its identity. */
export default function ConfigurationTab({ unit, customLabels }: ConfigurationTabProps) {
  const { data, error, staleSince, isValidating, mutate } = useEndpoint(unitConfiguration.get, { id: unit.UnitSerNum });
  const retry = () => void mutate();
  if (data)
    return (
      <>
        {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
        <ConfigurationEditor key={unit.UnitSerNum} unit={unit} configuration={data} customLabels={customLabels} />
      </>
    );
  if (error)
    return (
      <ErrorState
        title="The configuration could not be loaded"
        failure={error}
        onRetry={retry}
        retrying={isValidating}
      />
    );
  return (
    <Loading label="Loading the configuration">
      <TextSkeleton lines={8} />
    </Loading>
  );
}
