import { Box, chakra, Flex } from '@chakra-ui/react';
import { ExternalLink, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ACTIONS } from '#core/severity.ts';
import { SUPPORT_STAFF } from '#core/support/access.ts';
import { support } from '#core/support/contract.ts';
import type { LibraryGroup, LibraryKind } from '#core/support/library.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { AddEntryDialog } from './add-entry-dialog.tsx';

const NAMES = {
  video: { one: 'video', many: 'videos', Many: 'Videos' },
  download: { one: 'download', many: 'downloads', Many: 'Downloads' },
} as const;

/** The videos or the downloads, by group. */
export function Library({ kind }: { kind: LibraryKind }) {
  const videos = useEndpoint(support.getTrainingVideos, kind === 'video' ? {} : null);
  const downloads = useEndpoint(support.downloads, kind === 'download' ? {} : null);
  const answer = kind === 'video' ? videos : downloads;
  const groups = kind === 'video' ? videos.data?.videoGroups : downloads.data?.groups;
  const keeps = useSession().may(SUPPORT_STAFF);
  const [isAdding, setAdding] = useState(false);
  const { one, many, Many } = NAMES[kind];
  const add = keeps && (
    <PageAction label={`Add ${one}`} icon={Plus} variant="outline" onClick={() => setAdding(true)} />
  );
  if (!groups && answer.error)
    return (
      <ErrorState
        title={`${Many} could not be loaded`}
        failure={answer.error}
        onRetry={() => void answer.mutate()}
        retrying={answer.isValidating}
      />
    );
  if (!groups)
    return (
      <Loading label={`${Many}: loading`}>
        <TextSkeleton lines={5} />
      </Loading>
    );
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState
          title={`There are no ${many} yet`}
          description="Support adds them. Open a ticket if you need something."
          {...(add && { action: add })}
        />
      ) : (
        <>
          {add && <Box pt="4">{add}</Box>}
          {groups.map((group) => (
            <Group key={group.name} group={group} kind={kind} keeps={keeps} />
          ))}
        </>
      )}
      {isAdding && <AddEntryDialog kind={kind} noun={one} onClose={() => setAdding(false)} />}
    </>
  );
}

function Group({ group: { name, entries }, kind, keeps }: { group: LibraryGroup; kind: LibraryKind; keeps: boolean }) {
  const confirm = useConfirm();
  const remove = useEndpointMutation(support.removeEntry, {
    refreshes: [support.getTrainingVideos, support.downloads],
    success: 'Removed',
  });
  const ask = async (entryKey: string, title: string) => {
    const question = {
      title: `Remove ${title}?`,
      consequence: 'Nobody finds it here any more.',
      actionLabel: 'Remove',
      ...ACTIONS.deleteRecord,
    };
    if (await confirm(question)) await remove.trigger({ kind, entryKey });
  };
  return (
    <SettingSection title={name}>
      <chakra.ul aria-label={name} listStyleType="none" display="grid" gap="3">
        {entries.map(({ entryKey, title, description, link }) => (
          <Flex as="li" key={entryKey} gap="3" align="flex-start" justify="space-between">
            <Box minW="0">
              <chakra.a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                color="accent.fg"
                fontWeight="600"
                display="inline-flex"
                alignItems="center"
                gap="1.5"
                _hover={{ textDecoration: 'underline' }}
              >
                {title}
                <ExternalLink size={14} aria-hidden />
              </chakra.a>
              {description && <chakra.p color="fg.muted">{description}</chakra.p>}
            </Box>
            {keeps && (
              <chakra.button
                type="button"
                aria-label={`Remove ${title}`}
                cursor="pointer"
                color="fg.muted"
                p="1.5"
                borderRadius="l1"
                focusVisibleRing="outside"
                onClick={() => void ask(entryKey, title)}
              >
                <Trash2 size={15} aria-hidden />
              </chakra.button>
            )}
          </Flex>
        ))}
      </chakra.ul>
    </SettingSection>
  );
}
