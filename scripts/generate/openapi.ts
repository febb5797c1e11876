import { z } from 'zod';
import type { Access } from '#core/access.ts';
import { type Area, type Endpoint, pathParameters } from '#core/contract.ts';
import { type ErrorCode, HTTP_STATUS } from '#core/errors.ts';
import type { ComponentSchemas, Json } from './schemas.ts';

const ERROR_CODES = Object.keys(HTTP_STATUS) as ErrorCode[];

const ErrorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string().describe('A message for people'),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('The invalid fields of the input: `units.3`'),
  correlationId: z.string().describe('Identifies the request in the logs'),
});

/** The contracts of all areas as an OpenAPI 3.1 document. Schemas with a name and failures are components. */
export function openApi(api: Record<string, Area>, version: string, schemas: ComponentSchemas): Json {
  const endpoints = Object.entries(api).flatMap(([area, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({ area, name, endpoint })),
  );
  const { $schema: _, ...failure } = z.toJSONSchema(ErrorBody);
  const paths: Record<string, Json> = {};
  for (const { area, name, endpoint } of endpoints) {
    const path = endpoint.path.replaceAll('+}', '}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(area, name, endpoint, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Watchkeep',
      version,
      summary: 'The open fleet portal for connected personal-safety units',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...schemas.all(), Failure: failure },
      responses: Object.fromEntries(ERROR_CODES.map((code) => [code, failureOf(code)])),
    },
  };
}

function operation(area: string, name: string, endpoint: Endpoint, schemas: ComponentSchemas): Json {
  const { inPath, inQuery, inBody } = placesOf(endpoint);
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.access.public && { security: [] }),
    'x-access': shownAccess(endpoint.access),
    ...(inPath.length + inQuery.length > 0 && {
      parameters: [
        ...inPath.map(([field, schema]) => parameter('path', field, schema, schemas)),
        ...inQuery.map(([field, schema]) => parameter('query', field, schema, schemas)),
      ],
    }),
    ...(inBody.length > 0 && {
      requestBody: {
        required: inBody.some(([, schema]) => isRequired(schema)),
        content: { 'application/json': { schema: schemas.of(z.object(Object.fromEntries(inBody)), 'input') } },
      },
    }),
    responses: responses(endpoint, schemas),
  };
}

type Field = [name: string, schema: z.ZodType];

/** Sorts the fields of a flat input into path, query and body. */
function placesOf({ method, path, input }: Endpoint): Record<'inPath' | 'inQuery' | 'inBody', Field[]> {
  const named = pathParameters(path);
  const fields = Object.entries(input.shape) as Field[];
  const rest = fields.filter(([field]) => !named.includes(field));
  const hasBody = method === 'POST' || method === 'PUT';
  return {
    inPath: fields.filter(([field]) => named.includes(field)),
    inQuery: hasBody ? [] : rest,
    inBody: hasBody ? rest : [],
  };
}

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success;

/** Parameters arrive as text. The schema describes the parsed value. */
const parameter = (place: 'path' | 'query', name: string, schema: z.ZodType, schemas: ComponentSchemas): Json => ({
  name,
  in: place,
  required: place === 'path' || isRequired(schema),
  schema: schemas.of(schema, 'output'),
});

const ACCESS_ERRORS: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN'];

function responses({ access, input, output, errors = [] }: Endpoint, schemas: ComponentSchemas): Json {
  const codes = new Set<ErrorCode>([
    ...(Object.keys(input.shape).length > 0 ? (['INVALID'] as const) : []),
    ...(access.public ? [] : ACCESS_ERRORS),
    ...errors,
    'INTERNAL',
  ]);
  const failures = [...codes].sort((one, other) => HTTP_STATUS[one] - HTTP_STATUS[other]);
  return {
    200: { description: 'Done', content: { 'application/json': { schema: schemas.of(output, 'output') } } },
    ...Object.fromEntries(failures.map((code) => [HTTP_STATUS[code], { $ref: `#/components/responses/${code}` }])),
  };
}

const failureOf = (code: ErrorCode): Json => ({
  description: code,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const shownAccess = (access: Access): Json =>
  access.public
    ? { public: true }
    : {
        userTypes: access.userTypes,
        anyOf: access.anyOf,
        ...(access.noneOf && { noneOf: access.noneOf }),
        ...(access.onlyRootDealer && { onlyRootDealer: true }),
        ...(access.onlyAtRoot && { onlyAtRoot: true }),
      };
