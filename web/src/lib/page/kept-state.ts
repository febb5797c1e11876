import { useState } from 'react';

/** State that this browser stores under `key`. A stored value that `isValid` rejects is ignored. */
export function useKeptState<Value>(key: string, initial: Value, isValid: (value: unknown) => value is Value) {
  const [value, setValue] = useState<Value>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return isValid(kept) ? kept : initial;
    } catch {
      return initial;
    }
  });
  const keep = (next: Value) => {
    setValue(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [value, keep] as const;
}
