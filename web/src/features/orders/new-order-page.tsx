import { Button, chakra, Flex } from '@chakra-ui/react';
import { ArrowRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { orders } from '#core/orders/contract.ts';
import type { DraftItem, OrderDraft } from '#core/orders/order.ts';
import { MAX_ORDER_ITEMS } from '#core/orders/order-key.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { ItemDialog } from './item-dialog.tsx';
import { FINALIZE } from './order-hrefs.ts';
import { draftInput, useDealerInfo, useDraft } from './use-draft.ts';

export const firstReads: FirstReads = () => [readOf(orders.getDealerInfo, {}), readOf(orders.draft, draftInput())];

/** The order that the user is writing: its items. It is kept on the server. */
export default function NewOrderPage() {
  const info = useDealerInfo();
  const { read, show, refresh } = useDraft();
  const failure = info.data ? read.error : info.error;
  const retry = () => void Promise.all([info.mutate(), read.mutate()]);
  return (
    <Page>
      {info.data && read.data ? (
        <Items info={info.data} draft={read.data} onChange={(draft) => void show(draft)} onOutdated={refresh} />
      ) : failure ? (
        <>
          <PageHeader title="New order" />
          <ErrorState
            title={info.data ? 'Your order could not be read' : 'Error getting dealer info.'}
            failure={failure}
            onRetry={retry}
            retrying={info.isValidating || read.isValidating}
          />
        </>
      ) : (
        <PageSkeleton shape="settings" />
      )}
    </Page>
  );
}

interface ItemsProps {
  info: Output<typeof orders.getDealerInfo>;
  draft: OrderDraft;
  onChange: (draft: OrderDraft) => void;
  onOutdated: () => void;
}

function Items({ info, draft, onChange, onOutdated }: ItemsProps) {
  const { orderItems, version, earliestShipDate } = draft;
  const [edited, setEdited] = useState<DraftItem | 'new'>();
  const confirm = useConfirm();
  const remove = async ({ orderItem, orderItemKey, profileName }: DraftItem) => {
    const sure = await confirm({
      title: `Delete item ${orderItem}?`,
      consequence: `${profileName}. Its UDI file is deleted, too.`,
      actionLabel: 'Delete item',
      ...ACTIONS.deleteRecord,
    });
    if (!sure) return;
    try {
      onChange(await call(orders.deleteItem, { ...draftInput(), version, orderItemKey }));
    } catch (error) {
      showFailureUnder('Error deleting item', error);
      onOutdated();
    }
  };
  const add = (
    <PageAction
      label="Add item"
      icon={Plus}
      variant={orderItems.length > 0 ? 'outline' : 'solid'}
      onClick={() => setEdited('new')}
      disabledReason={
        orderItems.length >= MAX_ORDER_ITEMS ? `An order has at most ${MAX_ORDER_ITEMS} items` : undefined
      }
    />
  );
  return (
    <>
      <PageHeader title="New order" description={info.DealerName} {...(orderItems.length > 0 && { primary: add })} />
      {orderItems.length === 0 ? (
        <EmptyState
          title="No item yet"
          description="Add the first item of the order. The order is kept until you submit it."
          action={add}
        />
      ) : (
        <>
          <SettingList label="Items of the order">
            {orderItems.map((item) => (
              <SettingRow
                key={item.orderItemKey}
                title={`${item.orderItem}. ${item.product}, ${unitCount(item.orderItemQuantity)}`}
                facts={<Facts item={item} />}
                actions={
                  <EntryActions
                    name={`item ${item.orderItem}`}
                    onEdit={() => setEdited(item)}
                    onDelete={() => void remove(item)}
                  />
                }
              />
            ))}
          </SettingList>
          <Flex align="center" gap="4" wrap="wrap" justify="flex-end">
            {earliestShipDate && (
              <chakra.span color="fg.muted">
                {'Earliest ship date '}
                <Day day={earliestShipDate} />
              </chakra.span>
            )}
            <Button asChild>
              <Link to={FINALIZE}>
                Finalize order
                <ArrowRight size={16} aria-hidden />
              </Link>
            </Button>
          </Flex>
        </>
      )}
      {edited && (
        <ItemDialog
          item={edited === 'new' ? undefined : edited}
          {...{ version, info, onOutdated }}
          onSaved={onChange}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function Facts({ item }: { item: DraftItem }) {
  const facts = [
    item.profileName,
    item.startsAt
      ? `Line ${item.LineID}, unit IDs ${item.startsAt} to ${item.endingUnitID}`
      : item.maximum === undefined && item.UnitIDOptions,
    item.label !== 'Default' && `Label: ${item.label}`,
    [item.transmitter1, item.transmitter2].filter(Boolean).join(', '),
    item.serviceStandardSelected,
    item.fileName,
  ];
  return (
    <>
      {facts.filter(Boolean).join(' · ')}
      {item.maximum !== undefined && (
        <chakra.p color="fg.error">
          {item.maximum > 0
            ? `The line ${item.LineID} has ${item.maximum} unit IDs left in a row. Lower the quantity to ${item.maximum}.`
            : `The line ${item.LineID} has no unit ID left there. Choose another line or first unit ID.`}
        </chakra.p>
      )}
    </>
  );
}
