import { SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import { type Dealer, DealerInput, DealerKey } from '#core/dealers/dealer.ts';
import { mayChooseNone, ROOT_DEALER } from '#core/dealers/tree.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { DealerUsers } from './dealer-users.tsx';
import { moveQuestion } from './move-question.ts';
import { ParentField } from './parent-field.tsx';
import { ReportingAccount } from './reporting-account.tsx';

const Schema = DealerInput.extend({ DealerParent: DealerKey.nullable() });

interface DealerDialogProps {
  /** Undefined creates a dealer. */
  dealer: Dealer | undefined;
  onClose: () => void;
}

/** Creates or edits a dealer. A new one also gets its account in the reporting system. */
export function DealerDialog({ dealer, onClose }: DealerDialogProps) {
  const { user, holder } = useSession();
  const mayEdit = useMay(dealers.update.access);
  const confirm = useConfirm();
  const [parentName, setParentName] = useState(parentNameOf(dealer, user.dealerName));
  const refreshes = [dealers.list];
  const create = useEndpointMutation(dealers.create, { refreshes, success: 'Dealer created' });
  const update = useEndpointMutation(dealers.update, { refreshes, success: 'Dealer updated' });
  const account = useEndpointMutation(dealers.setUpReportingAccount, { refreshes });
  const isOwn = dealer?.DealerKey === user.ownDealer;

  const form = useForm({
    schema: Schema,
    initial: dealer ? { ...dealer } : { DealerParent: user.dealer },
    requireChange: dealer !== undefined,
    onSubmit: async (input) => {
      if (!dealer) {
        const { DealerKey } = await create.submit(input);
        onClose();
        // A toast reports a failure, and the dialog of the dealer offers to try again.
        await account.trigger({ DealerKey });
        return;
      }
      const moves = input.DealerParent !== dealer.DealerParent;
      if (moves && !(await confirm(moveQuestion(dealer, input.DealerParent === null ? undefined : parentName))))
        return false;
      await update.submit({ ...input, DealerKey: dealer.DealerKey, version: dealer.version });
      onClose();
    },
  });
  const above = isOwn && user.ownDealer !== ROOT_DEALER ? 'Set by a dealer above yours' : undefined;
  const none = mayChooseNone({ dealerKey: user.dealer, flags: holder.flags });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="lg"
      title={dealer ? dealer.DealerName : 'New dealer'}
      description={dealer && `Dealer ${dealer.DealerKey}`}
      formLabel={dealer ? `Edit ${dealer.DealerName}` : 'New dealer'}
      submitLabel={dealer ? 'Save dealer' : 'Create dealer'}
      disabledReason={mayEdit ? undefined : 'Changing dealers needs the right ‘Add dealers’'}
      below={
        dealer && (
          <>
            <ReportingAccount dealer={dealer} />
            <DealerUsers DealerKey={dealer.DealerKey} />
          </>
        )
      }
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="Dealer name" maxLength={100} {...form.field('DealerName')} />
        <TextField
          label="Billing code"
          help="Stored in upper case"
          identifier
          maxLength={20}
          {...form.field('DealerBillingCode')}
          {...(above && { disabledReason: above })}
        />
        <ParentField
          label="Parent"
          {...form.field('DealerParent')}
          chosenName={parentName}
          onChosen={setParentName}
          none={none}
          {...(above && { disabledReason: above })}
          {...(dealer?.DealerKey === ROOT_DEALER && { disabledReason: 'Dealer 1 has no parent' })}
        />
        <TextField label="E-mail" type="email" {...form.field('DealerEmail')} />
        <TextField label="Address" {...form.field('Address1')} />
        <TextField label="Address, second line" {...form.field('Address2')} />
        <TextField label="City" {...form.field('City')} />
        <TextField label="State" {...form.field('State')} />
        <TextField label="ZIP code" {...form.field('Zip')} />
        <TextField label="Country" help="Dealers in Canada get their account at Telus" {...form.field('Country')} />
      </SimpleGrid>
      <TextAreaField label="Details" rows={3} maxLength={2000} {...form.field('Details')} />
    </FormDialog>
  );
}

/** The name of the parent. Users do not get the name of the dealer above their own. */
function parentNameOf(dealer: Dealer | undefined, ownName: string): string {
  if (!dealer) return ownName;
  if (dealer.DealerParent === null) return 'None';
  return dealer.DealerParentName ?? `Dealer ${dealer.DealerParent}`;
}
