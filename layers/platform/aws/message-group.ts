import { z } from 'zod';

/** What SQS accepts as a group. With any other text it refuses the message. */
const Group = z.string().regex(/^[\w-]{1,128}$/);

/** The group of messages of this name, so that a unit that sends without end does not delay others. A malformed name is none. */
export const groupOf = (name: unknown): string | undefined => Group.safeParse(name).data;
