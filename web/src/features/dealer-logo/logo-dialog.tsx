import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { messageFor } from '#core/errors.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { fileProblem } from '#web/components/upload/file-rules.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { LOGO_FILES, pictureToLogo } from './picture-to-logo.ts';
import { sourceOf, useDealerLogo } from './use-dealer-logo.ts';

interface LogoDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Chooses or removes the logo of the dealer. */
export function LogoDialog({ open, onClose }: LogoDialogProps) {
  const { user } = useSession();
  const current = useDealerLogo();
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const mutation = { success: 'Success!', refreshes: [dealerLogo.get] };
  const choose = useEndpointMutation(dealerLogo.choose, mutation);
  const remove = useEndpointMutation(dealerLogo.remove, mutation);

  const close = () => {
    setChosen(undefined);
    setProblem(undefined);
    onClose();
  };
  const take = async (file: File) => {
    setChosen(undefined);
    try {
      const wrong = fileProblem(file, LOGO_FILES);
      setProblem(wrong);
      if (!wrong) setChosen(await pictureToLogo(file));
    } catch (error) {
      setProblem(messageFor(error));
    }
  };
  const closeAfter = (answer: unknown) => answer !== undefined && close();
  const shown = chosen ? sourceOf(chosen) : current.source;

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Dealer logo"
      description={`Shown in the navigation for ${user.dealerName} and the dealers below it.`}
      footer={
        <>
          {current.own && (
            <Button
              variant="outline"
              me="auto"
              loading={remove.isMutating}
              loadingText="Remove logo"
              onClick={() => void remove.trigger({}).then(closeAfter)}
            >
              Remove logo
            </Button>
          )}
          <DialogCancel />
          <DisabledReason reason={chosen ? undefined : 'Choose a picture first'}>
            <Button
              loading={choose.isMutating}
              loadingText="Save logo"
              onClick={() => void choose.trigger({ logo: chosen! }).then(closeAfter)}
            >
              Save logo
            </Button>
          </DisabledReason>
        </>
      }
    >
      <Unsaved when={chosen !== undefined && !choose.isMutating} />
      {shown && (
        <Flex justify="center" p="4" mb="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
          <chakra.img src={shown} alt={chosen ? 'The logo as it will be' : 'The logo as it is'} maxH="16" maxW="full" />
        </Flex>
      )}
      <FileDrop
        label="A PNG, JPEG or WebP picture"
        rules={LOGO_FILES}
        onFile={(file) => void take(file)}
        error={problem}
      />
    </Dialog>
  );
}
