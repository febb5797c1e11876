import { z } from 'zod';

const Name = z.string().trim().min(1).max(100);

/** A person whose vital signs a vitals portal keeps. */
export const VitalsPatient = z.object({ id: Name, name: Name, portalName: Name });
export type VitalsPatient = z.infer<typeof VitalsPatient>;

/** The most patients of a dealer that a person can choose from. */
export const MAX_PATIENTS = 500;

export const isSamePatient = (
  a: Pick<VitalsPatient, 'id' | 'portalName'>,
  b: Pick<VitalsPatient, 'id' | 'portalName'>,
): boolean => a.id === b.id && a.portalName === b.portalName;
