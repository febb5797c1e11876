import type { UnitRecord } from '../units/unit-record.ts';

export type UnitFlags = Pick<UnitRecord, 'tcpFail' | 'downloadFail'>;

/** The flags as they are after a reset; only those that are set now. */
export const resetOf = (
  { tcpFail, downloadFail = 0 }: UnitFlags,
  reset: { errorState?: 0 | undefined; downloadFail?: 0 | 1 | undefined },
): Partial<UnitFlags> => ({
  ...(reset.errorState === 0 && tcpFail !== 0 && { tcpFail: 0 }),
  ...(reset.downloadFail === 0 && downloadFail !== 0 && { downloadFail: 0 }),
  ...(reset.downloadFail === 1 && downloadFail === 0 && { downloadFail: 1 }),
});
