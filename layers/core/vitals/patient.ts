import { z } from 'zod';

const MOST_CHARACTERS = 100;
const Name = z.string().trim().min(1).max(MOST_CHARACTERS);

/** A person whose vital signs a vitals portal keeps. */
export const VitalsPatient = z.object({ id: Name, name: Name, portalName: Name });
export type VitalsPatient = z.infer<typeof VitalsPatient>;

/** The most patients that one answer lists. Who has more searches. */
export const MAX_PATIENTS = 100;

/** The patients that a vitals portal sent: those without an id, a name or a portal are only counted. */
export function readPatients(sent: readonly unknown[]): { patients: VitalsPatient[]; unreadable: number } {
  const read = sent.map((one) => VitalsPatient.safeParse(withShortName(one)));
  const patients = read.flatMap(({ data }) => data ?? []);
  const distinct = new Map(patients.map((one) => [JSON.stringify([one.portalName, one.id]), one]));
  return { patients: [...distinct.values()], unreadable: sent.length - patients.length };
}

/** A long name is cut: it only shows who it is. */
const withShortName = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string'
    ? { ...one, name: one.name.trim().slice(0, MOST_CHARACTERS) }
    : one;

/** The first patients whose name or id has each word of `search`, by name. */
export function findPatients(
  patients: readonly VitalsPatient[],
  search: string,
): { patients: VitalsPatient[]; more: boolean } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = patients.filter(({ id, name }) => {
    const text = `${name} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    patients: found.toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, MAX_PATIENTS),
    more: found.length > MAX_PATIENTS,
  };
}

export const isSamePatient = (
  a: Pick<VitalsPatient, 'id' | 'portalName'>,
  b: Pick<VitalsPatient, 'id' | 'portalName'>,
): boolean => a.id === b.id && a.portalName === b.portalName;
