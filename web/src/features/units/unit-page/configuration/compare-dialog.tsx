import { Button, chakra } from '@chakra-ui/react';
import { AppError } from '#core/errors.ts';
import { changesOf } from '#core/unit-configuration/configuration.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { ChangeList } from '#web/components/form/changes-bar.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { shownChange } from './shown-change.ts';
import { type UnitDraft, valuesIn } from './use-unit-draft.ts';

const OF_OTHERS = 'It belongs to a dealer above yours. The list of settings shows what the unit has from it.';
const isMissing = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

interface CompareDialogProps {
  unit: Unit;
  ProfileKey: number;
  draft: UnitDraft;
  disabledReason: string | undefined;
  onClose: () => void;
}

/** What the edited copy says otherwise than its profile, and the button that takes the values of the profile. */
export function CompareDialog({ unit, ProfileKey, draft, disabledReason, onClose }: CompareDialogProps) {
  const { version, desired } = draft;
  const { data, error, isValidating, mutate } = useEndpoint(unitConfiguration.template, {
    key: ProfileKey,
    UnitModel: unit.UnitModel,
    UnitFirmVer: version.UnitFirmVer,
  });
  const differences = data ? changesOf(version, valuesIn(data), valuesIn(desired.content)) : [];
  const take = () => {
    if (data) draft.take({ tabs: data.tabs, Events: data.Events });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Compare with the profile"
      description={desired.content.ProfileName}
      size="md"
      footer={
        <>
          <DialogCancel>Close</DialogCancel>
          <DisabledReason reason={disabledReason ?? (differences.length === 0 ? 'Nothing differs' : undefined)}>
            <Button onClick={take}>Take the values of the profile</Button>
          </DisabledReason>
        </>
      }
    >
      {data ? (
        differences.length > 0 ? (
          <ChangeList changes={differences.map(shownChange)} from="Profile" to="Unit" />
        ) : (
          <chakra.p color="fg.muted">The unit has the settings and events of its profile.</chakra.p>
        )
      ) : error ? (
        <ErrorState
          title="The profile could not be loaded"
          {...(isMissing(error) && { description: OF_OTHERS })}
          failure={error}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      ) : (
        <Loading label="Loading the profile">
          <TextSkeleton lines={5} />
        </Loading>
      )}
    </Dialog>
  );
}
