import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { REPORTING_ACCOUNT_FAILED, reportingCarrier, reportingCustomer } from '#core/dealers/reporting-account.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { dealerChangeStore } from '#data/dealers/dealer-changes.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { logger } from '#platform/aws/observability.ts';

/**
 * Creates the dealer's customer in the reporting system, or updates it. Repeated calls create one customer. A failure has the
 * specification's message, and the call can be repeated.
 */
export async function setUpReportingAccount(scope: Scope, dealer: DealerRecord): Promise<DealerRecord> {
  const account = dealer.reportingAccount;
  const carrier = account?.carrier ?? reportingCarrier(dealer);
  const customer = reportingCustomer(dealer);
  const customers = (await carriers()).customers[carrier as 0 | 2];
  try {
    const customerId: string | null = account?.customerId ?? (await customers.create(customer));
    if (account?.customerId) await customers.update(account.customerId, customer);
    const now = Date.now();
    const kept = { carrier, name: customer.name, customerId, since: account?.since ?? instant(now) };
    return await dealerChangeStore.keepReportingAccount(scope, dealer, kept, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.warn('A dealer got no account in the reporting system', { error, dealerKey: dealer.DealerKey });
    // NOT_FOUND is about the carrier's customer, not our dealer.
    throw new AppError(error.code === 'NOT_FOUND' ? 'CONFLICT' : error.code, REPORTING_ACCOUNT_FAILED);
  }
}
