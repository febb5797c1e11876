import { z } from 'zod';
import type { AccessFlag } from '../access.ts';
import { AppError } from '../errors.ts';
import { conflict, invalid } from './name-list.ts';

/** The only contact method [P1-E19]. */
export const CONTACT_METHODS = ['Email'] as const;
export const ContactMethod = z.enum(CONTACT_METHODS);
export type ContactMethod = z.infer<typeof ContactMethod>;

/** The reasons of notifications. Reasons without an occurrence wait for the area that raises them. */
export const REASONS = [
  'Emergency',
  'Low Battery',
  'Power Lost',
  'Failed to Download',
  'SIM State Changed',
  'Reminder Missed',
  'Bulk Action Finished',
  'Unit Not Reporting',
  'Connection Taken Over',
  'Login Refused',
  'Bad Power Module',
  'Order Submitted',
  'Order Shipped',
  'Location Report (Monthly)',
] as const;
export const Reason = z.enum(REASONS);
export type Reason = z.infer<typeof Reason>;

/** Reasons that need a flag. */
const FLAG_OF: Partial<Record<Reason, AccessFlag>> = { 'Location Report (Monthly)': 'BREADCRUMBING' };

export const reasonsFor = (flags: readonly AccessFlag[]): Reason[] =>
  REASONS.filter((reason) => FLAG_OF[reason] === undefined || flags.includes(FLAG_OF[reason]!));

/** A setting is named by its reason and its contact method. */
export const settingName = (reason: Reason, method: ContactMethod) => `${reason} ${method}`;

/** Splits a name into reason and method. Returns undefined if it is not the name of a setting. */
export function partsOf(name: string): { reason: Reason; method: ContactMethod } | undefined {
  for (const reason of REASONS)
    for (const method of CONTACT_METHODS) if (settingName(reason, method) === name) return { reason, method };
  return undefined;
}

export const SettingName = z
  .string()
  .max(100)
  .refine((name) => partsOf(name) !== undefined, 'There is no such notification setting');

/** Our words for the content that P1-M43 asks for. */
export const REASON_PRESENT =
  'This reason already has a setting. Please edit the present setting and separate the contacts by commas.';
export const MAX_CONTACTS = 25;

/** The contacts of a setting, one after the other. */
export const contactsOf = (value: string) =>
  value
    .split(',')
    .map((contact) => contact.trim())
    .filter(Boolean);

const Address = z.email().max(254);

/** E-mail addresses separated by commas, each once. */
export const SettingValue = z
  .string()
  .max(MAX_CONTACTS * 256)
  .transform((value, context) => {
    const contacts = contactsOf(value);
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    if (contacts.length === 0) fail('Name at least one contact');
    if (contacts.length > MAX_CONTACTS) fail(`At most ${MAX_CONTACTS} contacts`);
    const wrong = contacts.find((contact) => !Address.safeParse(contact).success);
    if (wrong !== undefined) fail(`${wrong} is not an e-mail address`);
    const once = new Map(contacts.map((contact) => [contact.toLowerCase(), contact]));
    return [...once.values()].join(',');
  });

export const NotificationSetting = z.object({
  SettingName: z.string(),
  SettingValue: z.string(),
  ContactMethod,
});
export type NotificationSetting = z.infer<typeof NotificationSetting>;

/** Throws if the name does not match the method, or if the flags do not allow the reason. */
export function requireSetting(
  { SettingName: name, ContactMethod: method }: Pick<NotificationSetting, 'SettingName' | 'ContactMethod'>,
  flags: readonly AccessFlag[],
): void {
  const parts = partsOf(name);
  if (!parts || parts.method !== method) throw invalid('SettingName', 'There is no such notification setting');
  if (!reasonsFor(flags).includes(parts.reason))
    throw new AppError('FORBIDDEN', `You do not have access to ‘${parts.reason}’`);
}

const hasName = (name: string) => (setting: NotificationSetting) => setting.SettingName === name;

export function addSetting(was: readonly NotificationSetting[], setting: NotificationSetting): NotificationSetting[] {
  if (was.some(hasName(setting.SettingName))) throw conflict('SettingName', REASON_PRESENT);
  return [...was, setting];
}

const missing = () => new AppError('NOT_FOUND', 'There is no such notification setting');

export function replaceSetting(
  was: readonly NotificationSetting[],
  setting: NotificationSetting,
): NotificationSetting[] {
  if (!was.some(hasName(setting.SettingName))) throw missing();
  return was.map((one) => (one.SettingName === setting.SettingName ? setting : one));
}

export function deleteSetting(was: readonly NotificationSetting[], name: string): NotificationSetting[] {
  if (!was.some(hasName(name))) throw missing();
  return was.filter((one) => one.SettingName !== name);
}
