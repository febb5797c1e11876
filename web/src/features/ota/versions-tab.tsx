import { Button, chakra, Flex } from '@chakra-ui/react';
import { BadgeCheck, FileLock2, Plus } from 'lucide-react';
import { useState } from 'react';
import { ota } from '#core/ota/contract.ts';
import { shownLocation } from '#core/ota/file-key.ts';
import { currentMeans, type FirmwareVersion, isOffered, ownFirmware, shownPrice } from '#core/ota/firmware-version.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { Copyable } from '#web/components/text/copyable.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { formatBytes } from '#web/components/upload/file-rules.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { Loaded } from './loaded.tsx';
import { NewVersionDialog } from './new-version-dialog.tsx';
import { ONLY_ROOT_ENGINEERS } from './upload-words.ts';

/** Signs the file that has come to the place of its version. */
function SignButton({ version: { FirmVerKey, firmVerType, version, location } }: { version: FirmwareVersion }) {
  const confirm = useConfirm();
  const sign = useEndpointMutation(ota.sign, {
    refreshes: [ota.loadVersions],
    success: `The file of ${firmVerType} ${version} is signed`,
  });
  const ask = async () => {
    const question = {
      title: `Sign the file of ${firmVerType} ${version}?`,
      consequence: `Units take the file ${shownLocation(location)} from then on. Another file cannot take its place.`,
      actionLabel: 'Sign file',
      ...ACTIONS.signFirmware,
    };
    if (await confirm(question)) await sign.trigger({ FirmVerKey });
  };
  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Sign the file of ${firmVerType} ${version}`}
      onClick={() => void ask()}
    >
      <FileLock2 size={14} aria-hidden />
      Sign file
    </Button>
  );
}

/** Makes the version the current one. Units are offered it if it is their own firmware. */
function MakeCurrentButton({ version: { FirmVerKey, unitModel, firmVerType, version } }: { version: FirmwareVersion }) {
  const confirm = useConfirm();
  const make = useEndpointMutation(ota.makeCurrent, {
    refreshes: [ota.loadVersions],
    success: `${firmVerType} ${version} is the current version`,
  });
  const ask = async () => {
    const question = {
      title: `Make ${firmVerType} ${version} the current version?`,
      consequence: currentMeans({ unitModel, firmVerType }),
      actionLabel: 'Make current',
      ...ACTIONS.offerFirmware,
    };
    if (await confirm(question)) await make.trigger({ FirmVerKey });
  };
  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Make current: ${firmVerType} ${version}`}
      onClick={() => void ask()}
    >
      <BadgeCheck size={14} aria-hidden />
      Make current
    </Button>
  );
}

/** The versions of each model, the newest first. */
export function VersionsTab() {
  const answer = useEndpoint(ota.loadVersions, {});
  const [creating, setCreating] = useState(false);
  const mayCreate = useMay(ota.create.access);
  const maySign = useMay(ota.sign.access);
  const mayMakeCurrent = useMay(ota.makeCurrent.access);
  return (
    <>
      <Flex justify="flex-end" pt="4">
        <DisabledReason reason={mayCreate ? undefined : ONLY_ROOT_ENGINEERS}>
          <Button onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden />
            New version
          </Button>
        </DisabledReason>
      </Flex>
      <Loaded answer={answer} what="The versions" failureTitle="Error getting version history">
        {({ data, signingKey }) => (
          <>
            {data.map(({ model, versions }) => (
              <SettingSection
                key={model}
                title={model}
                description={`The current version of ${ownFirmware(model)} is offered to units of this model.`}
              >
                {versions.length === 0 ? (
                  <chakra.p color="fg.muted">There is no version of {model} yet.</chakra.p>
                ) : (
                  <SettingList label={`Versions of ${model}`}>
                    {versions.map((version) => (
                      <SettingRow
                        key={version.FirmVerKey}
                        title={
                          <>
                            {`${version.firmVerType} ${version.version}`}
                            {version.current && <StatusBadge tone="ok" label="Current" />}
                            {!isOffered(version) && (
                              <StatusBadge
                                tone="warning"
                                label={version.isForeign ? 'Signed with another key' : 'Not signed'}
                              />
                            )}
                          </>
                        }
                        facts={
                          <>
                            {[
                              shownPrice(version.upgradePrice, 'OTA'),
                              version.bytes === undefined ? 'no file yet' : formatBytes(version.bytes),
                              shownLocation(version.location),
                            ].join(' · ')}
                            {' · released '}
                            <ExactTime at={version.releaseDate} seconds={false} />
                            {version.oldestAllowed && ` · units do not go back below ${version.oldestAllowed}`}
                          </>
                        }
                        actions={
                          isOffered(version)
                            ? mayMakeCurrent && !version.current && <MakeCurrentButton version={version} />
                            : maySign && <SignButton version={version} />
                        }
                      />
                    ))}
                  </SettingList>
                )}
              </SettingSection>
            ))}
            <SettingSection
              title="Signing key"
              description="Units take only firmware that this key has signed. It is built into them when they are made."
            >
              <Copyable value={signingKey} label="signing key" />
            </SettingSection>
          </>
        )}
      </Loaded>
      {creating && <NewVersionDialog onClose={() => setCreating(false)} />}
    </>
  );
}
