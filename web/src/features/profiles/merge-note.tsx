import { Alert, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { profiles } from '#core/profiles/contract.ts';
import type { Profile } from '#core/profiles/profile.ts';
import { call } from '#web/lib/api/api.ts';
import { showFailure } from '#web/lib/messages/show.ts';

interface MergeNoteProps {
  profile: Profile;
  firmware: string;
  newer: { message: string; changes: readonly string[] };
  onMerge: (theirs: Profile) => void;
}

/** Says what somebody else saved meanwhile, and applies the own changes to it. */
export function MergeNote({ profile, firmware, newer, onMerge }: MergeNoteProps) {
  const [loading, setLoading] = useState(false);
  const merge = async () => {
    setLoading(true);
    try {
      onMerge(await call(profiles.get, { ProfileKey: profile.ProfileKey, UnitFirmVer: firmware }));
    } catch (error) {
      showFailure(error);
      setLoading(false);
    }
  };
  return (
    <Alert.Root status="warning" size="sm" variant="subtle" colorPalette="warning" role="alert">
      <Alert.Content>
        <Alert.Title>{`${newer.message}. Your changes are still here.`}</Alert.Title>
        <Alert.Description>
          <chakra.ul ps="5" my="2" listStyleType="disc" aria-label="What changed">
            {newer.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </chakra.ul>
          Merge applies your changes to the newest version. Where both changed the same, yours counts. Nothing is saved
          until you save.
        </Alert.Description>
      </Alert.Content>
      <Button size="sm" loading={loading} loadingText="Merge" onClick={() => void merge()}>
        Merge
      </Button>
    </Alert.Root>
  );
}
