import { Alert, Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { PROFILE_READERS } from '#core/profiles/access.ts';
import { UnitFirmVer } from '#core/profiles/profile.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { shownFirmware, type Unit } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { useUnitProfiles } from '#web/shared/profiles/use-unit-profiles.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { Configuration } from './desired.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { STATE_LOOKS } from './setting-origin.tsx';
import { shownHigher } from './shown-higher.ts';
import { SyncQueueDialog } from './sync-queue-dialog.tsx';
import { SyncState } from './sync-state.tsx';
import type { UnitDraft } from './use-unit-draft.ts';

interface ConfigurationHeaderProps {
  unit: Unit;
  configuration: Configuration;
  draft: UnitDraft;
  disabledReason: string | undefined;
}

type Opened = 'profile' | 'compare' | 'queue';

/** The profile of the unit, whether the unit has what was saved, and the dialogs about both. */
export function ConfigurationHeader({ unit, configuration, draft, disabledReason }: ConfigurationHeaderProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(unitConfiguration.markDirty, {
    success: 'The Unit will update on the next ping!',
    refreshes: [unitConfiguration.get, unitConfiguration.syncQueue],
  });
  const markDirty = async () => {
    const agreed = await confirm({
      title: `Mark the data of ${unit.UnitSerNum} as not synced?`,
      consequence: 'The unit gets its whole configuration again at its next ping.',
      actionLabel: 'Mark as not synced',
      ...ACTIONS.markDataDirty,
    });
    if (agreed) await trigger({ UnitSerNum: unit.UnitSerNum });
  };
  const { ProfileKey } = draft.desired.content;
  return (
    <Flex direction="column" gap="3">
      {disabledReason === undefined && <HigherProfiles unit={unit} onChoose={() => setOpened('profile')} />}
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex direction="column" gap="1">
          <Flex align="center" gap="3" wrap="wrap">
            <ProfileLink unit={unit} ProfileKey={configuration.ProfileKey} />
            <StatusBadge {...STATE_LOOKS[configuration.state]} />
            <SyncState UnitSerNum={unit.UnitSerNum} />
          </Flex>
          <chakra.span color="fg.muted" textStyle="xs">
            {configuration.savedAt === undefined ? (
              'Nobody has saved a configuration for this unit yet.'
            ) : (
              <>
                {`Revision ${configuration.revision}, saved `}
                <RelativeTime at={configuration.savedAt} focusable />
              </>
            )}
          </chakra.span>
        </Flex>
        <ActionsMenu
          label="Profile and sync"
          items={[
            {
              id: 'profile',
              label: 'Change the profile…',
              run: () => setOpened('profile'),
              ...(disabledReason !== undefined && { disabledReason }),
            },
            {
              id: 'compare',
              label: 'Compare with the profile…',
              run: () => setOpened('compare'),
              ...(ProfileKey === undefined && { disabledReason: 'The unit has no profile' }),
            },
            { id: 'queue', label: 'Show the sync queue…', run: () => setOpened('queue') },
            {
              id: 'dirty',
              label: 'Mark the data as not synced…',
              startsGroup: true,
              run: () => void markDirty(),
              ...(disabledReason !== undefined && { disabledReason }),
            },
          ]}
        />
      </Flex>
      {opened === 'profile' && (
        <ProfileDialog unit={unit} settings={configuration.settings} draft={draft} onClose={close} />
      )}
      {opened === 'compare' && ProfileKey !== undefined && (
        <CompareDialog
          unit={unit}
          ProfileKey={ProfileKey}
          draft={draft}
          disabledReason={disabledReason}
          onClose={close}
        />
      )}
      {opened === 'queue' && <SyncQueueDialog UnitSerNum={unit.UnitSerNum} onClose={close} />}
    </Flex>
  );
}

/** Offers the profiles for a firmware that the unit has reached since it got its profile. */
function HigherProfiles({ unit, onChoose }: { unit: Unit; onChoose: () => void }) {
  const { data } = useUnitProfiles(unit, '');
  const higher = data?.newHigherProfiles ?? [];
  if (higher.length === 0) return null;
  return (
    <Alert.Root status="info" size="sm" variant="subtle">
      <Alert.Content>
        <Alert.Title fontWeight="400">{shownHigher(higher, data!.moreHigher)}</Alert.Title>
      </Alert.Content>
      <Button type="button" size="xs" variant="outline" onClick={onChoose}>
        Choose a newer profile
      </Button>
    </Alert.Root>
  );
}

/** The unit's firmware, if a profile can be for it. Without it, the profile opens for its own. */
const profileFirmware = ({ FirmVer }: Pick<Unit, 'FirmVer'>) => {
  const firmware = shownFirmware(FirmVer);
  return UnitFirmVer.safeParse(firmware).success ? firmware : '';
};

/** The base profile, as a link for those who may read profiles. */
function ProfileLink({ unit, ProfileKey }: { unit: Unit; ProfileKey: number | undefined }) {
  const may = useMay(PROFILE_READERS);
  if (ProfileKey === undefined) return <span>No profile</span>;
  const name = unit.PTName ?? `Profile ${ProfileKey}`;
  if (!may) return <span>{name}</span>;
  return (
    <TextLink
      to={paths.profileOfUnit({ profile: ProfileKey, unitFrimVer: profileFirmware(unit), unitModel: unit.UnitModel })}
    >
      {name}
    </TextLink>
  );
}
