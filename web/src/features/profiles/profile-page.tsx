import { Navigate, useSearchParams } from 'react-router';
import { profiles } from '#core/profiles/contract.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { Page } from '#web/components/page/page.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import type { Input } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { ProfileEditor } from './profile-editor.tsx';

const NOT_LOADED = 'Could not load profile, please try again.';

/** The profile that the address names. */
function inputAt(parameters: URLSearchParams): Input<typeof profiles.get> | undefined {
  const ProfileKey = Number(parameters.get('profile'));
  if (!Number.isSafeInteger(ProfileKey) || ProfileKey < 1) return undefined;
  const UnitModel = UNIT_MODELS.find((model) => model === parameters.get('unitModel'));
  const UnitFirmVer = (parameters.get('unitFirmVer') ?? parameters.get('unitFrimVer'))?.trim();
  return { ProfileKey, ...(UnitModel && { UnitModel }), ...(UnitFirmVer && { UnitFirmVer }) };
}

export const firstReads: FirstReads = (parameters) => {
  const input = inputAt(parameters);
  return input ? [readOf(profiles.get, input)] : [];
};

/** Edits a profile. Without one in the address the list opens. */
export default function ProfilePage() {
  const [parameters] = useSearchParams();
  const input = inputAt(parameters);
  if (!input) return <Navigate to={paths.profiles()} replace />;
  const { ProfileKey, UnitFirmVer } = input;
  return <Loader key={`${ProfileKey} ${UnitFirmVer}`} input={input} savesNew={parameters.get('method') === 'new'} />;
}

function Loader({ input, savesNew }: { input: Input<typeof profiles.get>; savesNew: boolean }) {
  // What is being edited is not replaced while somebody works on it. Saving compares versions.
  const { data, error, isValidating, mutate } = useEndpoint(profiles.get, input, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onError: showFailureAs(NOT_LOADED),
  });
  if (data)
    return <ProfileEditor profile={data} firmware={input.UnitFirmVer ?? data.UnitFirmVer} savesNew={savesNew} />;
  return (
    <Page>
      {error ? (
        <ErrorState title={NOT_LOADED} failure={error} onRetry={() => void mutate()} retrying={isValidating} />
      ) : (
        <PageSkeleton shape="settings" />
      )}
    </Page>
  );
}
