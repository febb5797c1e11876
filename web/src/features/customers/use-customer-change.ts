import type { Endpoint } from '#core/contract.ts';
import { customers } from '#core/customers/contract.ts';
import { AppError } from '#core/errors.ts';
import { call, type Input, type Output } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';

const NOT_CHANGED = 'Something went wrong, please refresh and try again.';
const SHOWN = [customers.get, customers.list, customers.search, customers.unassigned];

/** Changes customers, and reads again what screens show of them. A form shows wrong fields itself. */
export function useCustomerChange() {
  const readAgain = useReadAgain();
  return async <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    { success, failure = NOT_CHANGED }: { success: string; failure?: string },
  ): Promise<Output<E>> => {
    try {
      const output = await call(endpoint, input);
      showSuccess(success);
      return output;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'INVALID')) showFailureUnder(failure, error);
      throw error;
    } finally {
      void readAgain(...SHOWN);
    }
  };
}
