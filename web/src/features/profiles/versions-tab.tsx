import { Button, chakra, Flex } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { profiles } from '#core/profiles/contract.ts';
import type { Profile, ProfileContent } from '#core/profiles/profile.ts';
import { ChangeList } from '#web/components/form/changes-bar.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { shownChanges } from './change-words.ts';
import { contentOf } from './content-of.ts';

interface VersionsTabProps {
  profile: Profile;
  newest: number;
  /** Puts an earlier version into the editor. */
  onTake: (content: ProfileContent) => void;
  disabledReason: string | undefined;
}

const PAGE_SIZE = 20;

/** The versions of a profile: who saved each, when, what changed, and a way back. */
export function VersionsTab({ profile, newest, onTake, disabledReason }: VersionsTabProps) {
  const { ProfileKey } = profile;
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, isValidating, mutate } = useEndpoint(profiles.versions, {
    ProfileKey,
    pageSize: PAGE_SIZE,
    ...(cursor && { cursor }),
  });
  const take = async (version: number) => {
    try {
      onTake(contentOf(await call(profiles.get, { ProfileKey, version })));
    } catch (failure) {
      showFailure(failure);
    }
  };
  if (!data)
    return error ? (
      <ErrorState
        title="The versions could not be loaded"
        failure={error}
        onRetry={() => void mutate()}
        retrying={isValidating}
      />
    ) : (
      <Loading label="Loading the versions">
        <TextSkeleton lines={4} />
      </Loading>
    );
  const next = data.cursor;
  return (
    <Flex direction="column" gap="3" align="flex-start">
      <SettingList label="Versions">
        {data.items.map(({ version, savedAt, savedBy, changes }) => (
          <SettingRow
            key={version}
            title={version === newest ? `Version ${version}, the newest` : `Version ${version}`}
            facts={
              <>
                <ExactTime at={savedAt} seconds={false} />
                {savedBy && ` by ${savedBy}`}
                {changes.length > 0 && (
                  <chakra.details mt="1">
                    <summary>{changes.length === 1 ? '1 change' : `${changes.length} changes`}</summary>
                    <ChangeList changes={shownChanges(changes)} />
                  </chakra.details>
                )}
              </>
            }
            {...(version !== newest && {
              actions: (
                <DisabledReason reason={disabledReason}>
                  <Button type="button" size="xs" variant="outline" onClick={() => void take(version)}>
                    <Undo2 size={14} aria-hidden />
                    {`Go back to version ${version}`}
                  </Button>
                </DisabledReason>
              ),
            })}
          />
        ))}
      </SettingList>
      <Flex gap="2">
        {cursors.length > 0 && (
          <Button type="button" size="xs" variant="ghost" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer versions
          </Button>
        )}
        {next !== null && (
          <Button type="button" size="xs" variant="ghost" onClick={() => setCursors([...cursors, next])}>
            Older versions
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
