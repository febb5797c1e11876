import type { z } from 'zod';
import type { Access, OpenAccess } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scope.ts';
import { HOUR } from './time.ts';

/**
 * One endpoint. The router, the deployed routes, OpenAPI, the access matrix and the browser client are derived from it.
 * `input` is flat: path parameters, query and body together. A path parameter replaces a field of the same name.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  input: z.ZodObject;
  output: z.ZodType;
  errors?: readonly ErrorCode[];
  /** The largest body in bytes. Absent: MAX_BODY. */
  maxBody?: number;
  /** How often a person may call it, whoever's access they use. For calls that reach other systems, or store what nobody limits otherwise. */
  rate?: Rate;
  /**
   * The call gives or takes rights: it makes users, changes what they may do or how they or units sign in, issues what signs in, or decides who gets
   * notifications or alarms, to which dealer a unit belongs, or which firmware units get. The scope is read for the call, not taken from a cache, and its writes are conditional on it (`by` of a change).
   */
  givesRights?: true;
  /** Also callable after access as another user has ended, so that the person can give it back or sign out. */
  afterAccessAs?: true;
}

/** At most so many in any window (milliseconds), whenever it begins. */
export interface Rate {
  most: number;
  window: number;
}

/** Of a call to another system that nothing else counts: far more than a person who works quickly needs. */
export const OTHER_SYSTEM_RATE: Rate = { most: 1_200, window: HOUR };

/** The largest body in bytes of an endpoint that declares no other. */
export const MAX_BODY = 64 * 1024;

/** The largest body in bytes of the endpoint. A larger one is refused before it is parsed. */
export const maxBodyOf = ({ maxBody = MAX_BODY }: Pick<Endpoint, 'maxBody'>): number => maxBody;

export type Area = Readonly<Record<string, Endpoint>>;

export const defineArea = <const A extends Area>(area: A): A => area;

/** The arguments of a handler. */
export interface Call<E extends Endpoint> {
  input: z.output<E['input']>;
  /** Undefined only if the endpoint is public and nobody is signed in. */
  scope: E['access'] extends OpenAccess ? Scope | undefined : Scope;
  request: RequestFacts;
}

/** Names a request in headers, logs and messages. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** Facts of the request that are not part of the input. */
export interface RequestFacts {
  sourceIp: string;
  userAgent: string;
  correlationId: string;
}

export type Handlers<A extends Area> = { [K in keyof A]: (call: Call<A[K]>) => Promise<z.input<A[K]['output']>> };

/** The route key of API Gateway: `GET /api/unit/{id}`. */
export const routeKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** Returns the parameter names of a path: `['id']` for `/api/unit/{id}`. */
export const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => match[1]!);
