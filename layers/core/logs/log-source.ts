/** The three stages of the protocol log of a unit, which can be read apart: decision 0121. */
export const LOG_SOURCES = ['Current', 'Archive', 'Capture'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

/** The longest name of a host. */
export const MAX_HOST = 253;

export const NO_SUCH_SOURCE = `There is no such log source. Choose ${LOG_SOURCES.join(', ')}, or none`;

const sourceNamed = (name: string) => LOG_SOURCES.find((source) => source.toLowerCase() === name.trim().toLowerCase());

/**
 * Which source is asked for a log [P3-B77]. The route parameter `Database` names it. If it is empty, the host does: the first part of its name, or the end of
 * this part, such as `archive.example.com` and `staging-archive.example.com`. On any other host it is the current log. Undefined for an unknown name.
 */
export const sourceOf = ({ host, Database }: { host: string; Database: string }): LogSource | undefined =>
  Database.trim() === '' ? sourceOfHost(host) : sourceNamed(Database);

const sourceOfHost = (host: string): LogSource => sourceNamed(host.split('.')[0]!.split('-').at(-1)!) ?? 'Current';
