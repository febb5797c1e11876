import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { profiles } from '#core/profiles/contract.ts';
import type { Profile } from '#core/profiles/profile.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { call } from '#web/lib/api/api.ts';
import { showFailure } from '#web/lib/messages/show.ts';

interface MergeDialogProps {
  profile: Profile;
  firmware: string;
  newer: { message: string; changes: readonly string[] };
  onMerge: (theirs: Profile) => void;
  onClose: () => void;
}

/** Says what somebody else saved meanwhile, and applies the own changes to it. */
export function MergeDialog({ profile, firmware, newer, onMerge, onClose }: MergeDialogProps) {
  const [loading, setLoading] = useState(false);
  const merge = async () => {
    setLoading(true);
    try {
      onMerge(await call(profiles.get, { ProfileKey: profile.ProfileKey, UnitFirmVer: firmware }));
      onClose();
    } catch (error) {
      showFailure(error);
      setLoading(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Somebody else saved this profile"
      description={`${newer.message}. Your changes are still here.`}
      size="md"
      footer={
        <>
          <DialogCancel>Keep editing</DialogCancel>
          <Button loading={loading} loadingText="Merge" onClick={() => void merge()}>
            Merge
          </Button>
        </>
      }
    >
      <chakra.ul ps="5" listStyleType="disc">
        {newer.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </chakra.ul>
      <chakra.p mt="3" color="fg.muted">
        Merge applies your changes to the newest version. Where both changed the same, yours counts. Nothing is saved
        until you save.
      </chakra.p>
    </Dialog>
  );
}
