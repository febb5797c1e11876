import { Navigate, useSearchParams } from 'react-router';
import { profiles } from '#core/profiles/contract.ts';
import { shownFirmware, UNIT_MODELS } from '#core/units/unit.ts';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { Page } from '#web/components/page/page.tsx';
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
  const UnitFirmVer = shownFirmware((parameters.get('unitFirmVer') ?? parameters.get('unitFrimVer') ?? '').trim());
  return { ProfileKey, ...(UnitModel && { UnitModel }), ...(UnitFirmVer && { UnitFirmVer }) };
}

export const firstReads: FirstReads = (parameters) => {
  const input = inputAt(parameters);
  return input ? [readOf(profiles.get, input)] : [];
};

const failedPage = { noun: 'profile', list: { label: 'All profiles', to: paths.profiles() } };

/** Edits a profile. Without one in the address the list opens. */
export default function ProfilePage() {
  const [parameters] = useSearchParams();
  const input = inputAt(parameters);
  if (!parameters.get('profile')) return <Navigate to={paths.profiles()} replace />;
  if (!input) return <FailedRecordPage {...failedPage} />;
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
  const retry = { onRetry: () => void mutate(), retrying: isValidating };
  if (error) return <FailedRecordPage {...failedPage} title={NOT_LOADED} failure={error} {...retry} />;
  return (
    <Page>
      <PageSkeleton shape="settings" />
    </Page>
  );
}
