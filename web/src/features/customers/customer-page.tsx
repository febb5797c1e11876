import { Navigate, useSearchParams } from 'react-router';
import { customers } from '#core/customers/contract.ts';
import { CustomerKey } from '#core/customers/customer.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { CustomerView } from './customer-view.tsx';

const keyIn = (parameters: URLSearchParams) => CustomerKey.safeParse(parameters.get('myLinkKey')).data;

export const firstReads: FirstReads = (parameters) => {
  const myLinkKey = keyIn(parameters);
  return myLinkKey ? [readOf(customers.get, { myLinkKey })] : [];
};

const failedPage = { noun: 'customer', list: { label: 'All customers', to: paths.customers() } };

/** Edits a customer. Without one in the address the list opens. */
export default function CustomerPage() {
  const [parameters] = useSearchParams();
  const myLinkKey = keyIn(parameters);
  if (!parameters.get('myLinkKey')) return <Navigate to={paths.customers()} replace />;
  if (!myLinkKey) return <FailedRecordPage {...failedPage} />;
  const unit = SerialNumber.safeParse(parameters.get('UnitSerNum')).data;
  return <Loader key={myLinkKey} myLinkKey={myLinkKey} unit={unit} />;
}

function Loader({ myLinkKey, unit }: { myLinkKey: string; unit: string | undefined }) {
  const { data, error, mutate, isValidating } = useEndpoint(
    customers.get,
    { myLinkKey },
    { isRecord: true, onError: () => undefined },
  );
  if (data) return <CustomerView customer={data} unit={unit} />;
  if (error && !isValidating) return <FailedRecordPage {...failedPage} failure={error} onRetry={() => void mutate()} />;
  return (
    <Page>
      <PageSkeleton shape="settings" />
    </Page>
  );
}
