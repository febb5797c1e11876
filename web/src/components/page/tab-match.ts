interface Place {
  pathname: string;
  search: string;
}

const trimmed = (path: string) => path.replace(/\/+$/, '') || '/';

/**
 * True if the tab that links `to` is shown at `place`. A tab of parameters (`?tab=x`) needs each of them in the URL.
 * A tab of a path is shown at that path and below it.
 */
export function isActiveTab(to: string, basePath: string, place: Place): boolean {
  const [path = '', search] = to.split('?');
  const target = path === '' ? basePath : path.startsWith('/') ? path : `${trimmed(basePath)}/${path}`;
  const at = trimmed(place.pathname);
  const here = path === '' || at === trimmed(target) || at.startsWith(`${trimmed(target)}/`);
  if (!here) return false;
  const current = new URLSearchParams(place.search);
  return [...new URLSearchParams(search)].every(([key, value]) => current.get(key) === value);
}
