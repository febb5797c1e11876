import { useSearchParams } from 'react-router';
import { useChangeAddress } from './use-change-address.ts';

/** The query of the page's address. `change` sets its parameters, or removes those without a value, in place. */
export function useAddressParameters() {
  const [parameters] = useSearchParams();
  const changeAddress = useChangeAddress();
  const change = (values: Readonly<Record<string, string | undefined>>) =>
    changeAddress(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return { parameters, change };
}
