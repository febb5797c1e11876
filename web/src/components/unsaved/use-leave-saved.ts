import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Opens an address once the work that is cleared with the call no longer counts as unsaved, so that nobody is asked whether to leave it.
 * React ends what `useUnsaved` has begun before it runs an effect of the same render.
 */
export function useLeaveSaved(): (address: string) => void {
  const navigate = useNavigate();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (address !== undefined) void navigate(address);
  }, [address, navigate]);
  return setAddress;
}
