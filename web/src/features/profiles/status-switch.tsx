import { profiles } from '#core/profiles/contract.ts';
import { type ProfileRow, PT_ENABLED } from '#core/profiles/profile.ts';
import { SwitchButton } from '#web/components/form/switch-button.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

const isEnabled = ({ PTStatus }: Pick<ProfileRow, 'PTStatus'>) => PTStatus === PT_ENABLED;
export const statusWord = (profile: Pick<ProfileRow, 'PTStatus'>) => (isEnabled(profile) ? 'Enabled' : 'Disabled');

/** Enables or disables a profile. */
export function StatusSwitch({ profile }: { profile: ProfileRow }) {
  const may = useMay(profiles.setStatus.access);
  const { trigger, isMutating } = useEndpointMutation(profiles.setStatus, {
    success: 'Status Updated',
    refreshes: [profiles.list, profiles.get],
  });
  const { ProfileKey, ProfileName, UnitFirmVer, PTStatus } = profile;
  return (
    <DisabledReason reason={whyNotChange(profile, may)}>
      <SwitchButton
        type="button"
        role="switch"
        aria-checked={isEnabled(profile)}
        aria-busy={isMutating}
        aria-label={`Enable ${ProfileName}, ${UnitFirmVer}`}
        onClick={() => !isMutating && void trigger({ ProfileKey, PTStatus })}
      >
        <span data-thumb aria-hidden />
      </SwitchButton>
    </DisabledReason>
  );
}

/** Why the person cannot change the profile; undefined if they can. */
export function whyNotChange({ isOwn }: Pick<ProfileRow, 'isOwn'>, may: boolean): string | undefined {
  if (!may) return 'Changing profiles needs the right ‘Change profiles’';
  return isOwn ? undefined : 'Only dealer 1 changes a standard profile';
}
