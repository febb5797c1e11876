import type { z } from 'zod';

/** Reports a stored item that a list leaves out, with the fields that do not fit its type. */
export type LeaveOut = (item: object, fields: readonly string[]) => void;

/** The stored item as `type`; undefined if it does not fit, which is reported. */
export function readable<Type extends z.ZodType>(
  type: Type,
  item: object,
  leaveOut: LeaveOut,
): z.output<Type> | undefined {
  const { success, data, error } = type.safeParse(item);
  if (!success) leaveOut(item, [...new Set(error.issues.map(({ path }) => path.map(String).join('.')))]);
  return data;
}
