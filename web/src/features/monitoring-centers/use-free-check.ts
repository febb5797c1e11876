import { useState } from 'react';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { call } from '#web/lib/api/api.ts';
import { logFailure } from '#web/lib/messages/show.ts';

/** Asks the server if a value is free when the person leaves its field. The save checks it again. */
export function useFreeCheck(type: 'name' | 'phoneNumber', id: string | undefined) {
  const [taken, setTaken] = useState<{ value: string; message: string }>();
  return {
    /** The message for the value, if it was found to be taken. */
    takenMessage: (value: string | undefined) => (taken && taken.value === value?.trim() ? taken.message : undefined),
    async check(given: string | undefined) {
      const value = given?.trim() ?? '';
      if (value === '') return;
      try {
        const { message } = await call(monitoringCenters.check, {
          type,
          checkValue: value,
          ...(id !== undefined && { id }),
        });
        setTaken(message === undefined ? undefined : { value, message });
      } catch (error) {
        logFailure(error);
      }
    },
  };
}
