import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** The logo of the shown dealer as the address of a picture; undefined if it has none. */
export function useDealerLogo() {
  const may = useMay(dealerLogo.get.access);
  const { data } = useEndpoint(dealerLogo.get, may ? {} : null, {
    revalidateOnFocus: false,
    // Without a logo the portal shows its own mark, so a failure needs no message.
    onError: () => undefined,
  });
  return { source: data?.logo ? sourceOf(data.logo) : undefined, own: data?.own ?? false };
}

export const sourceOf = (logo: string) => `data:image/png;base64,${logo}`;
