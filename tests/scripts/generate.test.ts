import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyone, holding, signedIn } from '#core/access.ts';
import { routeKey } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { accessMatrix } from '#scripts/generate/access.ts';
import { accessPatterns } from '#scripts/generate/entities.ts';
import { openApi } from '#scripts/generate/openapi.ts';
import { patterns } from '#scripts/generate/patterns.ts';
import { ComponentSchemas, namedSchemas } from '#scripts/generate/schemas.ts';
import { CONTRACT } from '../contract/endpoints.ts';

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
  responses: Record<string, { $ref?: string }>;
  'x-access': object;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, object> };
}

const generate = async (areas: Parameters<typeof openApi>[0]) =>
  openApi(areas, '1.2.3', new ComponentSchemas(await namedSchemas())) as unknown as Document & Record<string, unknown>;

const TRIAL = {
  trial: {
    change: {
      method: 'PUT',
      path: '/api/trial/{id}',
      summary: 'Change something',
      access: holding('UNIT', 'SIM'),
      input: z.object({ id: SerialNumber, name: z.string().max(9), kind: z.enum(['a', 'b']).default('a') }),
      output: z.object({ id: SerialNumber, kind: z.enum(['a', 'b']).default('a') }),
      errors: ['CONFLICT'],
    },
    list: {
      method: 'GET',
      path: '/api/trial',
      summary: 'List something',
      access: anyone,
      input: z.object({ pageSize: z.coerce.number().int().max(10).default(5), at: z.iso.datetime().optional() }),
      output: z.array(z.string()),
    },
    watch: {
      method: 'GET',
      path: '/api/trial/files/{name+}',
      summary: 'Read a file',
      access: signedIn,
      input: z.object({ name: z.string() }),
      output: z.object({}),
    },
  },
} as const;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 and contains all areas', async () => {
    const document = await generate(api);
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has exactly the endpoints of the contract', async () => {
    const { paths } = await generate(api);
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(CONTRACT.map(({ name, endpoint }) => `${name}: ${routeKey(endpoint)}`).sort());
  });

  it('refers only to existing schemas', async () => {
    const document = await generate(api);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, kind, name] of references) expect(document.components).toHaveProperty([kind!, name!]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('shows where each field of an input is sent', async () => {
    const { paths } = await generate(TRIAL);
    const { parameters, requestBody } = paths['/api/trial/{id}']!.put!;
    expect(parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/SerialNumber' } },
    ]);
    expect(requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', maxLength: 9 },
              kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
            },
            required: ['name'],
          },
        },
      },
    });
    expect(paths['/api/trial']!.get).toMatchObject({
      security: [],
      parameters: [
        { name: 'pageSize', in: 'query', required: false, schema: { type: 'integer', maximum: 10, default: 5 } },
        { name: 'at', in: 'query', required: false, schema: { type: 'string', format: 'date-time' } },
      ],
    });
    expect(paths['/api/trial']!.get).not.toHaveProperty('requestBody');
    expect(paths).toHaveProperty(['/api/trial/files/{name}']);
  });

  it('describes the answers of each call, and who may call it', async () => {
    const { paths, components } = await generate(TRIAL);
    const change = paths['/api/trial/{id}']!.put!;
    expect(change.responses).toEqual({
      200: { description: 'Done', content: expect.anything() },
      401: { $ref: '#/components/responses/UNAUTHENTICATED' },
      403: { $ref: '#/components/responses/FORBIDDEN' },
      409: { $ref: '#/components/responses/CONFLICT' },
      422: { $ref: '#/components/responses/INVALID' },
      500: { $ref: '#/components/responses/INTERNAL' },
    });
    expect(components.responses.CONFLICT).toMatchObject({ description: 'CONFLICT' });
    expect(change['x-access']).toEqual({ userTypes: [1, 2, 3], anyOf: ['UNIT', 'SIM'] });
    expect(Object.keys(paths['/api/trial']!.get!.responses)).toEqual(['200', '422', '500']);
  });
});

describe('the access matrix', () => {
  it('shows who may call each endpoint', () => {
    const rows = accessMatrix(TRIAL)
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const row = (name: string) => rows.find((cells) => cells[1] === name)?.slice(2, -1);
    expect(row('trial.change')).toEqual(['`PUT /api/trial/{id}`', '-', 'yes', 'yes', 'yes', '-', 'UNIT, SIM']);
    expect(row('trial.list')).toEqual(['`GET /api/trial`', 'yes', 'yes', 'yes', 'yes', 'yes', '']);
    expect(row('trial.watch')).toEqual(['`GET /api/trial/files/{name+}`', '-', 'yes', 'yes', 'yes', 'yes', '']);
  });
});

describe('the access patterns', () => {
  it('are those of the entities', async () => {
    const declared = await accessPatterns();
    expect(declared).toContainEqual({
      entity: 'unit',
      name: 'byTree',
      index: 'gsi1',
      partition: ['UnitModel'],
      sort: ['dealerPath', 'UnitSerNum'],
    });
    expect(declared).toContainEqual({ entity: 'unit', name: 'unit', index: '', partition: ['UnitSerNum'], sort: [] });
    expect(new Set(declared.map(({ entity, name }) => `${entity}.${name}`)).size).toBe(declared.length);
  });

  it('are listed with their keys and the capacity of each endpoint', async () => {
    const text = patterns(await accessPatterns(), {
      'units.list': { read: 5.5, write: 0, requests: ['2 x query unit.byTree', 'get user.user'] },
    });
    expect(text).toContain('| unit | byTree | gsi1 | UnitModel | dealerPath + UnitSerNum |');
    expect(text).toContain('| units.list | 5.5 | 0 | 2 x query unit.byTree, get user.user |');
  });
});
