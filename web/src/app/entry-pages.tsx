import { useSearchParams } from 'react-router';
import { EntryPage } from '#web/features/auth/entry-page.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { linkedRoute } from './linked-route.ts';
import { SCREENS } from './routes.ts';

const monitoringCentre = (phoneNumber: string | undefined) => phoneNumber && paths.monitoringCentre(phoneNumber);

/** `/convert?token&phonenumber`: redirects to the monitoring-centre view, or to the login without a number. */
export function ConvertPage() {
  const [query] = useSearchParams();
  const input = { token: query.get('token') ?? '', phonenumber: query.get('phonenumber') || undefined };
  return <EntryPage input={input} routeFor={monitoringCentre} needsNumber />;
}

/** `/preAuth/monitoringcenter?phonenumber&dealerkey&token&username&state`: a monitoring centre's own system opens the view of a call. */
export function PreAuthPage() {
  const [query] = useSearchParams();
  const input = {
    token: query.get('token') ?? '',
    phonenumber: query.get('phonenumber') || undefined,
    dealerkey: query.get('dealerkey') || undefined,
    username: query.get('username') || undefined,
  };
  const routeFor = (phoneNumber: string | undefined) =>
    linkedRoute(SCREENS, query.get('state'), null) ?? monitoringCentre(phoneNumber);
  return <EntryPage input={input} routeFor={routeFor} />;
}

/** `/linkToLogin?token&state&parameters`: a link from another system to a screen. */
export function LinkToLoginPage() {
  const [query] = useSearchParams();
  const route = linkedRoute(SCREENS, query.get('state'), query.get('parameters'));
  return <EntryPage input={{ token: query.get('token') ?? '' }} routeFor={() => route} />;
}
