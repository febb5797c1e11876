import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { z } from 'zod';
import { type Endpoint, maxBodyOf } from '#core/contract.ts';
import { AppError, type FieldIssue } from '#core/errors.ts';
import { parseFields } from '#core/field-messages.ts';
import { unprintableParts } from '#core/unprintable.ts';

/**
 * Parses the endpoint's input from query, body and path.
 * @throws INVALID with an issue per field; TOO_LARGE for a body that is larger than the endpoint's limit, without parsing it
 */
export function inputOf(endpoint: Endpoint, event: APIGatewayProxyEventV2) {
  const given = { ...event.queryStringParameters, ...bodyOf(event, maxBodyOf(endpoint)), ...event.pathParameters };
  const result = parseFields(endpoint.input, given);
  if (!result.success) throw invalid(result.error);
  const issues = unprintableParts(result.data);
  if (issues.length > 0) throw new AppError('INVALID', issues[0]!.message, issues);
  return result.data;
}

/** The caller's error for zod's issues: the message of the first, and all of them by field. */
export function invalid(error: z.ZodError): AppError {
  const issues: FieldIssue[] = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return new AppError('INVALID', issues[0]?.message ?? 'The input is not valid', issues);
}

function bodyOf({ body, isBase64Encoded }: APIGatewayProxyEventV2, maxBytes: number): object {
  if (!body) return {};
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > maxBytes)
    throw new AppError('TOO_LARGE', 'That is too much at once. Please send less.');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('INVALID', 'The body is not JSON', [{ path: '', message: 'The body is not JSON' }]);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('INVALID', 'The body is not an object', [{ path: '', message: 'The body is not an object' }]);
  return parsed;
}
