import type { VitalsPatient } from '#core/vitals/patient.ts';

/** The patients that the stand-in has for each dealer. */
export const VITALS_PATIENTS: Readonly<Record<number, readonly VitalsPatient[]>> = {
  22: [{ id: 'P-2201', name: 'Ada Winter', portalName: 'Example Vitals' }],
  220: [
    { id: 'P-1001', name: 'Rose Example', portalName: 'Example Vitals' },
    { id: 'P-1002', name: 'Walter Sample', portalName: 'Example Vitals' },
    { id: 'P-1001', name: 'Iris Model', portalName: 'Second Vitals' },
    // Not readable: a portal may send a patient whose name is not entered yet.
    { id: 'P-1003', name: '', portalName: 'Example Vitals' },
  ],
};
