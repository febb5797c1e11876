import { type NavigateOptions, useNavigate } from 'react-router';

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * Changes the query of the address that the browser shows. A busy page renders an address later than the browser shows it: a change of the rendered one
 * would undo the change before it.
 */
export function useChangeAddress() {
  const navigate = useNavigate();
  return (change: Change, options?: NavigateOptions) => void navigate(`?${change(shownParameters())}`, options);
}

/** The query of the address that the browser shows. */
export const shownParameters = () => new URLSearchParams(window.location.search);
