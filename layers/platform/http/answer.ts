import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { CORRELATION_HEADER } from '#core/contract.ts';
import { AppError, type ErrorBody, HTTP_STATUS } from '#core/errors.ts';
import { logger } from '../aws/observability.ts';

const headersFor = (correlationId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  [CORRELATION_HEADER]: correlationId,
});

export const answerJson = (
  statusCode: number,
  body: unknown,
  correlationId: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: headersFor(correlationId),
  body: JSON.stringify(body),
});

/** A known failure is answered as it is. An unknown one is logged whole, and the caller gets only the id of the log entry. */
export function answerError(error: unknown, correlationId: string): APIGatewayProxyStructuredResultV2 {
  const known = error instanceof AppError ? error : unknown(error);
  const body: ErrorBody = { code: known.code, message: known.message, issues: known.issues, correlationId };
  return answerJson(HTTP_STATUS[known.code], body, correlationId);
}

function unknown(error: unknown): AppError {
  logger.error('Unexpected failure', error instanceof Error ? error : new Error(String(error)));
  return new AppError('INTERNAL', 'An error occured. Please try again.');
}
