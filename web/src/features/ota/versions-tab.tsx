import { Button, chakra, Flex } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ota } from '#core/ota/contract.ts';
import { shownPrice } from '#core/ota/firmware-version.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { formatBytes } from '#web/components/upload/file-rules.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { Loaded } from './loaded.tsx';
import { NewVersionDialog } from './new-version-dialog.tsx';

/** The versions of each model, the newest first. */
export function VersionsTab() {
  const answer = useEndpoint(ota.loadVersions, {});
  const [creating, setCreating] = useState(false);
  return (
    <>
      <Flex justify="flex-end" pt="4">
        <Button onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          New version
        </Button>
      </Flex>
      <Loaded answer={answer} what="The versions" failureTitle="Error getting version history">
        {({ data }) =>
          data.map(({ model, versions }) => (
            <SettingSection
              key={model}
              title={model}
              description="The current version is offered to units of this model."
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
                        </>
                      }
                      facts={
                        <>
                          {[
                            shownPrice(version.upgradePrice, 'OTA'),
                            version.bytes === undefined ? 'no file yet' : formatBytes(version.bytes),
                            version.location,
                          ].join(' · ')}
                          {' · released '}
                          <ExactTime at={version.releaseDate} seconds={false} />
                        </>
                      }
                    />
                  ))}
                </SettingList>
              )}
            </SettingSection>
          ))
        }
      </Loaded>
      {creating && <NewVersionDialog onClose={() => setCreating(false)} />}
    </>
  );
}
