import type { z } from 'zod';
import type { Access, OpenAccess } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scope.ts';

/**
 * One endpoint, declared once. The router, the deployed routes, OpenAPI, the access matrix and the browser's client follow from it.
 * `input` is flat: path parameters, query and body together; the path wins where a name stands in two of them.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  input: z.ZodObject;
  output: z.ZodType;
  errors?: readonly ErrorCode[];
  /** Whether it answers a session whose taken-on access has ended too: so that its person can give it back or sign out. */
  afterAccessAs?: true;
}

export type Area = Readonly<Record<string, Endpoint>>;

export const defineArea = <const A extends Area>(area: A): A => area;

/** What a handler is given: the parsed input and on whose behalf it acts. */
export interface Call<E extends Endpoint> {
  input: z.output<E['input']>;
  /** Absent only where the endpoint is public. */
  scope: E['access'] extends OpenAccess ? Scope | undefined : Scope;
  request: RequestFacts;
}

/** Names a request in headers, logs and messages. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** Facts of the request that rules need and the input does not hold. */
export interface RequestFacts {
  sourceIp: string;
  userAgent: string;
  correlationId: string;
}

export type Handlers<A extends Area> = { [K in keyof A]: (call: Call<A[K]>) => Promise<z.input<A[K]['output']>> };

export type Client<A extends Area> = {
  [K in keyof A]: (input: z.input<A[K]['input']>) => Promise<z.output<A[K]['output']>>;
};

/** The gateway's name of an endpoint: `GET /api/unit/{id}`. */
export const routeKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** The names between braces in a path: `/api/unit/{id}` gives `['id']`. */
export const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => match[1]!);
