export interface RouteMatch<Route> {
  route: Route;
  /** Absent where the route has none. */
  pathParameters?: Record<string, string>;
}

interface Pattern<Route> {
  route: Route;
  method: string;
  segments: readonly string[];
}

const ROUTE_KEY = /^(ANY|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/\S*)$/;

/**
 * Routes requests as HTTP APIs do: a route that names the whole path wins over one with `{greedy+}`, a fixed segment
 * over `{parameter}`, a named method over ANY; `$default` comes last.
 * A trailing slash is ignored: behind the distribution it has been removed already (infra/viewer-request.ts).
 * @throws if a route key is one that API Gateway would refuse, or stands there twice
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
      if (pattern.method !== 'ANY' && pattern.method !== method) continue;
      const parameters = match(pattern.segments, segments);
      if (!parameters) continue;
      const { route } = pattern;
      return Object.keys(parameters).length === 0 ? { route } : { route, pathParameters: parameters };
    }
    return fallback && { route: fallback };
  };
}

function parse<Route extends { routeKey: string }>(route: Route): Pattern<Route> {
  const [, method, path] = ROUTE_KEY.exec(route.routeKey) ?? [];
  const segments = path === undefined ? [] : split(path);
  const wellFormed =
    method !== undefined &&
    path !== undefined &&
    (path === '/' || !path.endsWith('/')) &&
    segments.slice(0, -1).every((segment) => !isGreedy(segment));
  if (!wellFormed) throw new Error(`API Gateway would refuse the route key "${route.routeKey}"`);
  return { route, method, segments };
}

function refuseDuplicates(patterns: readonly Pattern<{ routeKey: string }>[]) {
  const seen = new Map<string, string>();
  for (const { method, segments, route } of patterns) {
    const shape = `${method} /${segments.map((segment) => (rank(segment) === 0 ? segment : `{${rank(segment)}}`)).join('/')}`;
    const earlier = seen.get(shape);
    if (earlier) throw new Error(`Two routes answer the same requests: "${earlier}" and "${route.routeKey}"`);
    seen.set(shape, route.routeKey);
  }
}

const split = (path: string) => path.replace(/\/$/, '').split('/').slice(1);
const isGreedy = (segment: string) => /^\{\w+\+\}$/.test(segment);
const isParameter = (segment: string) => /^\{\w+\}$/.test(segment);
const nameOf = (segment: string) => segment.replace(/[{}+]/g, '');
const rank = (segment: string) => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0);

function compare(one: Pattern<unknown>, other: Pattern<unknown>): number {
  const greed = Number(one.segments.some(isGreedy)) - Number(other.segments.some(isGreedy));
  if (greed !== 0) return greed;
  for (const [index, segment] of one.segments.entries()) {
    const difference = rank(segment) - rank(other.segments[index] ?? '');
    if (difference !== 0) return difference;
  }
  return Number(one.method === 'ANY') - Number(other.method === 'ANY');
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index];
    if (!segment) return undefined;
    if (isGreedy(expected)) return { ...parameters, [nameOf(expected)]: segments.slice(index).join('/') };
    if (isParameter(expected)) parameters[nameOf(expected)] = segment;
    else if (expected !== segment) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
}
