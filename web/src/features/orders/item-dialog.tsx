import { SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { AppError } from '#core/errors.ts';
import { orders } from '#core/orders/contract.ts';
import { type DraftItem, type OrderDraft, OrderItemFields, SERVICE_STANDARDS } from '#core/orders/order.ts';
import { hasUnitIDs, needsUdiFile } from '#core/orders/rules.ts';
import { MUST_CHOOSE_FILE, ROWS_DIFFER } from '#core/orders/udi-file.ts';
import { UNIT_ID_LENGTH } from '#core/orders/unit-ids.ts';
import { PROFILE_LABELS } from '#core/profiles/profile.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { markShown } from '#web/components/messages/shown-failures.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { profileOptions } from '#web/shared/profiles/profile-options.ts';
import { showOrderFailure } from './show-order-failure.ts';
import { UdiField, type UdiFile } from './udi-field.tsx';
import { UnitIDsPreview } from './unit-ids-preview.tsx';
import { uploadUdiFile } from './upload-udi-file.ts';
import { draftInput } from './use-draft.ts';
import { useProfiles } from './use-profiles.ts';

interface ItemDialogProps {
  /** Absent for a new one. */
  item: DraftItem | undefined;
  version: number;
  info: Output<typeof orders.getDealerInfo>;
  onSaved: (draft: OrderDraft) => void;
  /** The draft was changed in another window. */
  onOutdated: () => void;
  onClose: () => void;
}

const optionsOf = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));

/** Adds an item to the order, or changes one. */
export function ItemDialog({ item, version, info, onSaved, onOutdated, onClose }: ItemDialogProps) {
  const [product, setProduct] = useState<UnitModel>(item?.product ?? DEFAULT_UNIT_MODEL);
  const [file, setFile] = useState<UdiFile | undefined>(item?.fileName ? { fileName: item.fileName } : undefined);
  const [fileProblem, setFileProblem] = useState<string>();
  const profiles = useProfiles(product);
  const isRequired = needsUdiFile(info, product);
  const form = useForm({
    schema: OrderItemFields,
    initial: item ?? {
      ...{ LineID: '', startingUnitID: '', label: PROFILE_LABELS[0], transmitter1: '', transmitter2: '' },
      ...{ UnitIDOptions: info.unitIDOptions[0], uidLength: UNIT_ID_LENGTH.usual },
      serviceStandardSelected: SERVICE_STANDARDS[0],
    },
    onSubmit: async (fields) => {
      if (isRequired && !file) {
        setFileProblem(MUST_CHOOSE_FILE);
        throw markShown(new AppError('INVALID', MUST_CHOOSE_FILE));
      }
      try {
        const input = {
          ...{ ...fields, ...draftInput(), version, fileName: file?.fileName ?? '' },
          ...(file?.chosen && { udiFile: await uploadUdiFile(file.chosen.content) }),
          ...(!file && { fileUDIArray: [] }),
        };
        onSaved(
          await (item
            ? call(orders.updateItem, { ...input, orderItemKey: item.orderItemKey })
            : call(orders.addOrder, input)),
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'CONFLICT') onOutdated();
        showOrderFailure('Error creating order.', error);
        throw error;
      }
      onClose();
    },
  });
  const { values } = form;
  const withUnitIDs = values.UnitIDOptions !== undefined && hasUnitIDs({ UnitIDOptions: values.UnitIDOptions });

  const changeFile = (chosen: UdiFile | undefined) => {
    setFile(chosen);
    setFileProblem(undefined);
  };
  // A file is for one quantity.
  const changeQuantity = (orderItemQuantity: number | undefined) => {
    form.set({ orderItemQuantity });
    if (!file || orderItemQuantity === values.orderItemQuantity) return;
    setFile(undefined);
    setFileProblem(ROWS_DIFFER);
  };
  const changeProfile = (key: number | undefined) => {
    const profile = profiles.find(({ ProfileKey }) => ProfileKey === key);
    form.set({
      profile: key,
      ...(profile && {
        ...{ label: profile.Label, uidLength: profile.UIDLength },
        ...(info.unitIDOptions.includes(profile.UnitIDOptions) && { UnitIDOptions: profile.UnitIDOptions }),
        ...((info.lines.length === 0 || info.lines.includes(profile.LineID)) && { LineID: profile.LineID }),
      }),
    });
  };

  return (
    <FormDialog
      title={item ? `Edit item ${item.orderItem}` : 'Add an item'}
      formLabel="Order item"
      form={form}
      submitLabel={item ? 'Save item' : 'Add item'}
      onClose={onClose}
      size="lg"
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          name="product"
          label="Product"
          required
          options={optionsOf(UNIT_MODELS)}
          value={product}
          onChange={(chosen) => {
            if (!chosen) return;
            setProduct(chosen);
            form.set({ profile: undefined });
          }}
        />
        <SearchSelectField
          label="Profile"
          {...form.field('profile')}
          value={values.profile as number | undefined}
          onChange={changeProfile}
          options={profileOptions(profiles)}
        />
        <NumberField label="Quantity" minimum={1} {...form.field('orderItemQuantity')} onChange={changeQuantity} />
        <SelectField label="Label" {...form.field('label')} options={optionsOf(PROFILE_LABELS)} />
        <SelectField label="Unit ID options" {...form.field('UnitIDOptions')} options={optionsOf(info.unitIDOptions)} />
        <SelectField
          label="Service standard"
          {...form.field('serviceStandardSelected')}
          options={optionsOf(SERVICE_STANDARDS)}
        />
        <TextField label="First transmitter" maxLength={40} {...form.field('transmitter1')} />
        <TextField label="Second transmitter" maxLength={40} {...form.field('transmitter2')} />
        {withUnitIDs && (
          <>
            {info.lines.length > 0 ? (
              <SelectField label="Line ID" {...form.field('LineID')} required options={optionsOf(info.lines)} />
            ) : (
              <TextField label="Line ID" maxLength={8} identifier {...form.field('LineID')} required />
            )}
            <SelectField
              label="Length of unit IDs"
              {...form.field('uidLength')}
              options={([4, 5] as const).map((value) => ({ value, label: `${value} digits` }))}
            />
            <TextField
              label="First unit ID"
              help="Leave it empty for the first free ones of the line"
              maxLength={5}
              identifier
              {...form.field('startingUnitID')}
            />
          </>
        )}
      </SimpleGrid>
      {withUnitIDs && (
        <UnitIDsPreview values={values as never} orderItemKey={item?.orderItemKey} onQuantity={changeQuantity} />
      )}
      <UdiField
        quantity={values.orderItemQuantity || undefined}
        {...{ file, required: isRequired, problem: fileProblem, onChange: changeFile }}
      />
    </FormDialog>
  );
}
