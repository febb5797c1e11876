import { Alert, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';

interface MergeNoteProps {
  /** What happened: `Somebody else changed Speaker volume meanwhile`. */
  message: string;
  /** One line for each change of the others. */
  changes: readonly string[];
  /** Continues on what the others saved, with the own changes applied to it. Reports its failures itself. */
  onMerge: () => Promise<void> | void;
}

/** Says what somebody else saved meanwhile, and offers to apply the own changes to it. */
export function MergeNote({ message, changes, onMerge }: MergeNoteProps) {
  const [loading, setLoading] = useState(false);
  const merge = async () => {
    setLoading(true);
    await onMerge();
    setLoading(false);
  };
  return (
    <Alert.Root status="warning" size="sm" variant="subtle" colorPalette="warning" role="alert">
      <Alert.Content>
        <Alert.Title>{`${message}. Your changes are still here.`}</Alert.Title>
        <Alert.Description>
          <chakra.ul ps="5" my="2" listStyleType="disc" aria-label="What changed">
            {changes.map((change) => (
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
