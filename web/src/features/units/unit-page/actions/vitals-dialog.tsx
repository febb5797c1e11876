import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { units } from '#core/units/contract.ts';
import { vitals } from '#core/vitals/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { call, type Input } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import type { UnitAnswer } from '../unit-news.ts';
import { VitalsPatientDialog } from './vitals-patient-dialog.tsx';

interface VitalsDialogProps {
  UnitSerNum: string;
  detail: UnitAnswer['UnitDetailTable'];
  onClose: () => void;
}

/** Shows to which patient of a vitals portal the unit is linked. */
export function VitalsDialog({ UnitSerNum, detail, onClose }: VitalsDialogProps) {
  const readAgain = useReadAgain();
  const [choosing, setChoosing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { vitalsPatient, vitalsPortal } = detail;
  const linked = vitalsPatient && vitalsPortal ? { id: vitalsPatient, portalName: vitalsPortal } : undefined;

  /** Resolves to false if it fails, so that a form keeps what was chosen. */
  const save = async (patient: Omit<Input<typeof vitals.linkPatient>, 'UnitSerNum'>) => {
    try {
      await call(vitals.linkPatient, { UnitSerNum, ...patient });
      showSuccess('Vitals Portal Updated');
      return true;
    } catch (error) {
      showFailureUnder('Error Updating Vitals Portal', error);
      // The next choice is for the customer that the unit has now.
      void readAgain(vitals.patients);
      return false;
    } finally {
      void readAgain(units.get);
    }
  };
  const removeLink = async () => {
    if (!linked) return;
    setRemoving(true);
    await save({ ...linked, remove: true });
    setRemoving(false);
  };

  // The choice opens over this dialog: one that took its place would be closed by the focus that this one gives back.
  return (
    <>
      <Dialog open onClose={onClose} title={`Vitals of ${UnitSerNum}`} size="md">
        <Flex direction="column" gap="4">
          <Text>
            {linked
              ? `The unit is linked to patient ${linked.id} at ${linked.portalName}.`
              : 'The unit is not linked to a patient.'}
          </Text>
          <Flex gap="2" wrap="wrap" justify="flex-end">
            {linked && (
              <Button variant="outline" loading={removing} onClick={() => void removeLink()}>
                Remove link
              </Button>
            )}
            <Button onClick={() => setChoosing(true)}>{linked ? 'Link another patient' : 'Link a patient'}</Button>
          </Flex>
        </Flex>
      </Dialog>
      {choosing && <VitalsPatientDialog UnitSerNum={UnitSerNum} onClose={() => setChoosing(false)} onChosen={save} />}
    </>
  );
}
