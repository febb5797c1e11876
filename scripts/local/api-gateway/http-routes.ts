export interface RouteMatch<Route> {
  route: Route;
  /** Absent if the route has none. */
  pathParameters?: Record<string, string>;
}

interface Pattern<Route> {
  route: Route;
  method: string;
  segments: readonly string[];
}

const ROUTE_KEY = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/|(?:\/(?:[^/{}\s]+|\{\w+\}))+)$/;

/**
 * Routes requests like an HTTP API, as far as the contracts need it: a fixed segment wins over `{parameter}`, and
 * `$default` is last. ANY and `{greedy+}` are refused. A trailing slash is ignored, because the distribution removes it
 * (infra/viewer-request.ts).
 * @throws if a route key is invalid, or two answer the same requests
 */
export function routeTable<Route extends { routeKey: string }>(routes: readonly Route[]) {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const patterns = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map(parse)
    .sort(compare);
  refuseDuplicates(patterns);

  return (method: string, path: string): RouteMatch<Route> | undefined => {
    const segments = split(path);
    for (const pattern of patterns) {
      const parameters = pattern.method === method ? match(pattern.segments, segments) : undefined;
      if (!parameters) continue;
      const { route } = pattern;
      return Object.keys(parameters).length === 0 ? { route } : { route, pathParameters: parameters };
    }
    return fallback && { route: fallback };
  };
}

function parse<Route extends { routeKey: string }>(route: Route): Pattern<Route> {
  const [, method, path] = ROUTE_KEY.exec(route.routeKey) ?? [];
  if (!method || !path) throw new Error(`The route key "${route.routeKey}" is not a method and a path`);
  return { route, method, segments: split(path) };
}

function refuseDuplicates(patterns: readonly Pattern<{ routeKey: string }>[]) {
  const seen = new Map<string, string>();
  for (const { method, segments, route } of patterns) {
    const shape = `${method} /${segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/')}`;
    const earlier = seen.get(shape);
    if (earlier) throw new Error(`Two routes answer the same requests: "${earlier}" and "${route.routeKey}"`);
    seen.set(shape, route.routeKey);
  }
}

const split = (path: string) => path.replace(/\/$/, '').split('/').slice(1);
const isParameter = (segment: string) => segment.startsWith('{');

/** Patterns of different lengths never answer the same request. They are apart, so that the order of the others does not depend on them. */
function compare(one: Pattern<unknown>, other: Pattern<unknown>): number {
  if (one.segments.length !== other.segments.length) return one.segments.length - other.segments.length;
  for (const [index, segment] of one.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(other.segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index]!;
    if (isParameter(expected) && segment !== '') parameters[expected.slice(1, -1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return parameters;
}
