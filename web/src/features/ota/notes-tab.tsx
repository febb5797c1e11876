import { Button, chakra, Flex } from '@chakra-ui/react';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Announcement, NOTE_TYPES, type NoteType, type ReleaseNotes } from '#core/ota/announcement.ts';
import { ota } from '#core/ota/contract.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { MoreInformation } from '#web/shared/ota/more-information.tsx';
import { Loaded } from './loaded.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { ONLY_ROOT_ENGINEERS } from './upload-words.ts';

const TITLES: Readonly<Record<NoteType, string>> = { unit: 'Units', app: 'App' };
const DESCRIPTIONS: Readonly<Record<NoteType, string>> = {
  unit: 'What people read before they request an upgrade of a unit.',
  app: 'What the app myLink shows about its versions.',
};

/** The release notes of units and of the app, by version. */
export function NotesTab() {
  const answer = useEndpoint(ota.loadVersions, {});
  const [edited, setEdited] = useState<ReleaseNotes>();
  const mayEdit = useMay(ota.saveNotes.access);
  return (
    <Loaded answer={answer} what="The release notes" failureTitle="Error getting version history">
      {({ notes, data }) => {
        const unwritten = [...new Set(data.flatMap(({ versions }) => versions.map(({ version }) => version)))].filter(
          (version) => !notes.some((one) => one.type === 'unit' && one.version === version),
        );
        return (
          <>
            {NOTE_TYPES.map((type) => {
              const ofType = [
                ...notes.filter((one) => one.type === type),
                ...(type === 'unit' ? unwritten.map((version) => ({ ...blank(type), version })) : []),
              ];
              return (
                <SettingSection key={type} title={TITLES[type]} description={DESCRIPTIONS[type]}>
                  <Flex direction="column" gap="3" align="flex-start">
                    {ofType.length === 0 ? (
                      <chakra.p color="fg.muted">There are no release notes yet.</chakra.p>
                    ) : (
                      <SettingList label={`Release notes: ${TITLES[type]}`}>
                        {ofType.map((one) => (
                          <SettingRow
                            key={one.version}
                            title={one.version}
                            facts={one.revision === 0 ? 'No release notes yet' : <NoteFacts details={one.details} />}
                            actions={
                              mayEdit && (
                                <Button
                                  size="xs"
                                  variant="outline"
                                  aria-label={`Edit the notes of ${one.version}`}
                                  onClick={() => setEdited(one)}
                                >
                                  <Pencil size={14} aria-hidden />
                                  Edit
                                </Button>
                              )
                            }
                          />
                        ))}
                      </SettingList>
                    )}
                    <DisabledReason reason={mayEdit ? undefined : ONLY_ROOT_ENGINEERS}>
                      <Button variant="outline" size="sm" onClick={() => setEdited(blank(type))}>
                        <Plus size={14} aria-hidden />
                        {`New notes: ${TITLES[type].toLowerCase()}`}
                      </Button>
                    </DisabledReason>
                  </Flex>
                </SettingSection>
              );
            })}
            {edited && <NotesDialog notes={edited} onClose={() => setEdited(undefined)} />}
          </>
        );
      }}
    </Loaded>
  );
}

function NoteFacts({
  details: { summary, costOTA, costBridge, releaseDate, moreInfoLink },
}: {
  details: Announcement;
}) {
  return (
    <>
      <chakra.span>{summary || 'No summary'}</chakra.span>
      {` · $${costOTA} over the air, $${costBridge} over a bridge`}
      {releaseDate && (
        <>
          {' · released '}
          <Day day={releaseDate.slice(0, 10)} />
        </>
      )}
      {moreInfoLink && (
        <>
          {' · '}
          <MoreInformation href={moreInfoLink} />
        </>
      )}
    </>
  );
}

const blank = (type: NoteType): ReleaseNotes => ({
  type,
  version: '',
  details: Announcement.parse({ summary: '' }),
  revision: 0,
});
