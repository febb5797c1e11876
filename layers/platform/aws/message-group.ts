import { z } from 'zod';

/** What SQS accepts as a group. With any other text it refuses the message. */
const Group = z.string().regex(/^[\w-]{1,128}$/);

/** The group of messages about a unit, so that a unit that sends without end does not delay others. A malformed serial number is none. */
export const groupOfUnit = (UnitSerNum: unknown): string | undefined => Group.safeParse(UnitSerNum).data;
