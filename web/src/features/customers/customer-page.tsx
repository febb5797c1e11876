import { Navigate, useSearchParams } from 'react-router';
import { customers } from '#core/customers/contract.ts';
import { CustomerKey } from '#core/customers/customer.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
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

/** Edits a customer. Without one in the address the list opens. */
export default function CustomerPage() {
  const [parameters] = useSearchParams();
  const myLinkKey = keyIn(parameters);
  if (!myLinkKey) return <Navigate to={paths.customers()} replace />;
  const unit = SerialNumber.safeParse(parameters.get('UnitSerNum')).data;
  return <Loader key={myLinkKey} myLinkKey={myLinkKey} unit={unit} />;
}

function Loader({ myLinkKey, unit }: { myLinkKey: string; unit: string | undefined }) {
  const { data, error, mutate, isValidating } = useEndpoint(customers.get, { myLinkKey }, { onError: () => undefined });
  if (data) return <CustomerView customer={data} unit={unit} />;
  return (
    <Page>
      {error && !isValidating ? (
        <>
          <PageHeader title="Customer" description={<TextLink to={paths.customers()}>All customers</TextLink>} />
          <ErrorState title="The customer could not be read" failure={error} onRetry={() => void mutate()} />
        </>
      ) : (
        <PageSkeleton shape="settings" />
      )}
    </Page>
  );
}
