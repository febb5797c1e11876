import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { ShippingKey } from '#core/dealer-settings/shipping.ts';
import { AppError } from '#core/errors.ts';
import { orders } from '#core/orders/contract.ts';
import { OrderDetailsFields, type OrderDraft, type ShippingLocation } from '#core/orders/order.ts';
import { todayOf } from '#core/orders/rules.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { DateField } from '#web/components/form/date-field.tsx';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { FormActions } from '#web/components/form/form-actions.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { showFailureUnder, showMade, showSuccess } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { LocationDialog } from './location-dialog.tsx';
import { NEW_ORDER, orderHref } from './order-hrefs.ts';
import { showOrderFailure } from './show-order-failure.ts';
import { draftInput, useDealerInfo, useDraft } from './use-draft.ts';

export const firstReads: FirstReads = () => [readOf(orders.getDealerInfo, {}), readOf(orders.draft, draftInput())];

const Schema = OrderDetailsFields.extend({ shippingKey: ShippingKey });
const SUBMIT_FAILED = 'An error occurred. Please try again.';

/** The details and the shipping location of the order, then its submission. Without an item, the order's page opens. */
export default function FinalizePage() {
  const info = useDealerInfo();
  const { read } = useDraft();
  const failure = info.data ? read.error : info.error;
  if (read.data?.orderItems.length === 0) return <Navigate to={NEW_ORDER} replace />;
  return (
    <Page>
      {info.data && read.data ? (
        <Details info={info.data} draft={read.data} />
      ) : failure ? (
        <>
          <PageHeader title="Finalize order" />
          <ErrorState
            title={info.data ? 'Your order could not be read' : 'Error getting dealer info.'}
            failure={failure}
            onRetry={() => void Promise.all([info.mutate(), read.mutate()])}
            retrying={info.isValidating || read.isValidating}
          />
        </>
      ) : (
        <PageSkeleton shape="settings" />
      )}
    </Page>
  );
}

const addressOf = ({ attention, address1, city, state }: ShippingLocation) =>
  [attention, address1, city, state].filter(Boolean).join(', ');

function Details({ info, draft }: { info: Output<typeof orders.getDealerInfo>; draft: OrderDraft }) {
  const { show, refresh } = useDraft();
  const navigate = useNavigate();
  const formId = useId();
  const [isAdding, setAdding] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const [locations, setLocations] = useState(info.shippingLocations);
  const { version, details, orderItems, earliestShipDate } = draft;
  const form = useForm({
    schema: Schema,
    initial: { ...details, ...(draft.shippingKey && { shippingKey: draft.shippingKey }) },
    onSubmit: async (entered) => {
      try {
        const order = await call(orders.submit, { ...entered, ...draftInput(), version });
        showMade(`Order ${order.OrderNumber} submitted`, 'Show order', () => navigate(orderHref(order)));
      } catch (error) {
        showOrderFailure(SUBMIT_FAILED, error);
        if (error instanceof AppError && error.code === 'CONFLICT') refresh();
        throw error;
      }
      refresh();
      // After the form counts as saved, so that nobody is asked whether to leave it.
      setTimeout(() => void navigate(NEW_ORDER));
    },
  });
  const keep = async () => {
    const { shippingKey = '', ...entered } = form.values;
    setKeeping(true);
    try {
      const kept = await call(orders.saveDetails, { ...entered, ...draftInput(), version, shippingKey });
      form.reset({ ...kept.details, ...(kept.shippingKey && { shippingKey: kept.shippingKey }) });
      await show(kept);
      showSuccess('Order kept');
    } catch (error) {
      showFailureUnder('The order was not kept', error);
      if (error instanceof AppError && error.code === 'CONFLICT') refresh();
    } finally {
      setKeeping(false);
    }
  };
  const units = orderItems.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0);
  return (
    <>
      <PageHeader
        title="Finalize order"
        description={`${info.DealerName}: ${orderItems.length} ${orderItems.length === 1 ? 'item' : 'items'}, ${unitCount(units)}`}
      />
      <Form form={form} id={formId} label="Order">
        <SettingSection title="Shipping location" description="Where the order is sent.">
          <Flex direction="column" gap="3" align="flex-start" maxW="32rem">
            <SelectField
              label="Shipping location"
              {...form.field('shippingKey')}
              {...(locations.length === 0 && { placeholder: 'No address yet: add one' })}
              options={locations.map((one) => ({ value: one.shippingKey, label: addressOf(one) }))}
            />
            <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
              <Plus size={15} aria-hidden />
              Add address
            </Button>
          </Flex>
        </SettingSection>
        <SettingSection
          title="Order details"
          description={
            earliestShipDate && (
              <>
                {'Earliest ship date '}
                <Day day={earliestShipDate} />
              </>
            )
          }
        >
          <Flex direction="column" gap="4" maxW="40rem">
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
              <NumberField label="Transmitter quantity" minimum={0} {...form.field('transmitterQty')} />
              <TextField label="Private label" maxLength={60} {...form.field('privateLabel')} />
              <TextField label="Dealer PO" maxLength={40} identifier {...form.field('dealerPO')} />
              <DateField
                label="Requested ship date"
                earliest={todayOf(Date.now(), new Date().getTimezoneOffset())}
                {...form.field('requestedShipDate')}
              />
            </SimpleGrid>
            <SwitchField label="Transmitter kit default" {...form.field('transmitterKitDefault')} />
            <TextAreaField label="Order notes" rows={3} maxLength={1000} {...form.field('orderNotes')} />
          </Flex>
        </SettingSection>
        <FormActions form={form}>
          <Button variant="outline" loading={isKeeping} loadingText="Keep for later" onClick={() => void keep()}>
            Keep for later
          </Button>
          <SubmitButton form={form} formId={formId}>
            Submit order
          </SubmitButton>
        </FormActions>
      </Form>
      {isAdding && (
        <LocationDialog
          usualCountry={info.usualCountry}
          onAdded={({ shippingKey, shippingLocations }) => {
            setLocations(shippingLocations);
            form.set({ shippingKey });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
