import type { Node } from 'constructs';
import { z } from 'zod';
import { announcementOf } from '#core/dashboard/announcement.ts';
import { REMINDERS_PER_MINUTE } from '#core/reminders/batch-window.ts';
import { DUAL_SIM_FIRMWARE_THRESHOLD } from '#core/sims/dual-sim.ts';
import { StationServers } from '#core/stations/servers.ts';

const Arn = z.string().regex(/^arn:aws[\w-]*:/, 'an ARN');
const HostName = z.string().regex(/^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z]{2,}$/, 'a host name in small letters');

function isAnnouncement(text: string): boolean {
  try {
    announcementOf(text);
    return true;
  } catch {
    return false;
  }
}

const Settings = z
  .object({
    stage: z.enum(['dev', 'production']).default('dev'),
    region: z.string().default('us-east-1'),
    account: z.string().optional(),
    /** The portal's own host name, and its certificate. CloudFront requires the certificate in us-east-1. */
    domain: HostName.optional(),
    certificate: Arn.optional(),
    /** The certificate of the host that units connect to, in the portal's own Region. Without it units use plain TCP. */
    unitCertificate: Arn.optional(),
    /** `off` leaves out the network and the bridge: for a trial of the portal without units. */
    bridge: z.enum(['on', 'off']).default('on'),
    /** The most tasks of the bridge. Absent: 20 in production, else 2. */
    maxBridgeTasks: z.coerce.number().int().min(3).max(500).optional(),
    /** The sender of mails. SES must have verified it. */
    mailSender: z.email().default('portal@watchkeep.example'),
    /** The valid version of the edge's key. Absent: the current one when a stack was deployed. */
    edgeKeyVersion: z
      .string()
      .regex(/^[\w-]{32,64}$/, 'the VersionId of a secret')
      .optional(),
    /** `on` protects the stacks and the load balancer against deletion. A failed first deployment could then not be repeated. */
    protection: z.enum(['on', 'off']).default('off'),
    /** `on` signs in and connects a unit every five minutes. Its credentials must be in the secret. */
    probe: z.enum(['on', 'off']).default('off'),
    /** An existing table for the stage, for example a restored one. Absent: the stage makes its own. */
    tableName: z
      .string()
      .regex(/^[\w.-]{3,255}$/, 'the name of a table')
      .optional(),
    /** The ARN of that table's stream. */
    tableStream: Arn.optional(),
    /** The Region that gets a replica of the table. */
    secondRegion: z
      .string()
      .regex(/^[a-z]{2}-[a-z]+-\d$/, 'a Region')
      .optional(),
    /** The mail address for alarms. */
    alarmAddress: z.email().optional(),
    controlCenterAtt: z.url().default('https://restapi3.jasper.com'),
    controlCenterTelus: z.url().default('https://restapi1.jasper.com'),
    thingSpace: z.url().default('https://thingspace.verizon.com'),
    /** The firmware above which a unit can use two SIMs. */
    dualSimFirmware: z
      .string()
      .regex(/^\d+(\.\d+)*$/, 'a firmware version')
      .default(DUAL_SIM_FIRMWARE_THRESHOLD),
    /** The announcement of a new product, as JSON: title, text, launchDate, publicDate. Empty: none. */
    announcement: z.string().refine(isAnnouncement, 'JSON with title, text, launchDate and publicDate').default(''),
    /** The most units that batches of reminders call in one minute. */
    remindersPerMinute: z.coerce.number().int().min(1).max(10_000).default(REMINDERS_PER_MINUTE),
    /** The addresses of the telephone system's two servers, separated by a comma. Empty: no station board. */
    stationServers: StationServers.default([]),
    /** The URL of the map tiles. */
    tiles: z.url().default('https://tile.openstreetmap.org'),
  })
  .refine(({ domain, certificate }) => !domain === !certificate, 'domain and certificate go together')
  .refine(({ stage, domain }) => stage !== 'production' || domain, 'production needs a domain and its certificate')
  .refine(
    ({ stage, bridge, unitCertificate }) => stage !== 'production' || bridge === 'off' || unitCertificate,
    'production needs a unitCertificate: units do not speak in the clear',
  )
  .refine(
    ({ tableName, tableStream, region }) =>
      tableName === undefined
        ? tableStream === undefined
        : tableStream !== undefined && isStreamOf(tableName, region, tableStream),
    'tableName and tableStream go together: tableStream is the ARN of the stream of that table, in the Region of the stage',
  )
  .refine(
    ({ tableName, secondRegion }) => !tableName || !secondRegion,
    'secondRegion is only for the table that the stage made. Add the replica of another table as in docs/restore.md',
  )
  .refine(({ region, secondRegion }) => secondRegion !== region, 'secondRegion is the Region of the stage');

const isStreamOf = (tableName: string, region: string, stream: string): boolean => {
  const [, , service, ofRegion, , resource = ''] = stream.split(':');
  return service === 'dynamodb' && ofRegion === region && resource.startsWith(`table/${tableName}/stream/`);
};

export type Settings = z.output<typeof Settings>;
export type SettingName = keyof z.input<typeof Settings>;

/**
 * Checks the settings of a deployment.
 * @throws an Error that names every invalid setting
 */
export function parseSettings(given: Partial<Record<SettingName, unknown>>): Settings {
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `- ${path.join('.') || 'settings'}: ${message}`);
  throw new Error(`These settings (cdk -c name=value) cannot be right:\n${issues.join('\n')}`);
}

/** The settings from `cdk -c name=value`. Account and Region are those of the CLI's credentials. */
export function settingsFrom(node: Node, environment: NodeJS.ProcessEnv = process.env): Settings {
  const named = Object.keys(Settings.shape).map((name) => [name, node.tryGetContext(name)]);
  const fromCommandLine = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const { CDK_DEFAULT_REGION: region, CDK_DEFAULT_ACCOUNT: account } = environment;
  return parseSettings({ ...(region && { region }), ...(account && { account }), ...fromCommandLine });
}

export const isProtected = ({ protection }: Pick<Settings, 'protection'>) => protection === 'on';

export const isProduction = ({ stage }: Pick<Settings, 'stage'>) => stage === 'production';

/**
 * A name where an account has one set of names for all Regions: in CloudFront, and of dashboards. Generated names are the same in every Region, so the stage
 * could not be deployed in a second one.
 */
export const globalName = ({ stage, region }: Settings, what: string) => `watchkeep-${stage}-${region}-${what}`;
