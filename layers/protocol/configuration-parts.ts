import type { Configuration } from '#core/unit-messages/session.ts';
import type { Value, Values } from '#core/unit-messages/values.ts';
import { MAX_PAYLOAD_BYTES } from './frames.ts';

/** For the other fields of a frame: a unit's report has its time, digest and some reasons beside the settings. */
const RESERVED_BYTES = 224;
/** Tags and lengths of a named value. */
const OVERHEAD_BYTES = 9;
const NUMBER_BYTES = 6;

const encoder = new TextEncoder();
const bytesOf = (name: string, value: Value) =>
  OVERHEAD_BYTES +
  encoder.encode(name).length +
  (typeof value === 'string' ? encoder.encode(value).length : NUMBER_BYTES);

/** Splits settings so that each part fits into a frame. Always at least one part. */
export function partsOf(settings: Values): Values[] {
  const parts: Record<string, Value>[] = [{}];
  let bytes = 0;
  for (const [name, value] of Object.entries(settings)) {
    const size = bytesOf(name, value);
    if (bytes > 0 && bytes + size > MAX_PAYLOAD_BYTES - RESERVED_BYTES) {
      parts.push({});
      bytes = 0;
    }
    parts.at(-1)![name] = value;
    bytes += size;
  }
  return parts;
}

/** The messages that bring a configuration to a unit. */
export function configurationFrames({
  revision,
  settings,
}: Pick<Configuration, 'revision' | 'settings'>): Configuration[] {
  const all = partsOf(settings);
  return all.map((part, index) => ({
    ...{ type: 'configuration', revision },
    ...{ part: index + 1, parts: all.length, settings: part },
  }));
}
