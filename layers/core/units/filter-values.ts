import { compareFirmware } from './firmware.ts';

/** The most values of one filter. Each is a part of an index that the list reads. */
export const MOST_FILTER_VALUES = 40;

/** Several values of a filter as one text, for an address: a unit needs one of them. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|');

/** The values of such a text. */
export const splitValues = (text: string): string[] =>
  (text.match(/(?:\\.|[^|\\])+/gs) ?? [])
    .map((value) => value.replace(/\\(.)/gs, '$1').trim())
    .filter((value) => value !== '');

const BOUND = /^(<=|>=|<|>)\s*(\S.*)$/;

/** True for a value that is a bound of firmware, such as `<2.2`. No unit reports such a version. */
export const isBound = (value: string): boolean => BOUND.test(value);

/** True if a version of firmware is within all bounds. */
export const isWithin = (version: string, bounds: readonly string[]): boolean =>
  bounds.every((bound) => {
    const [, is, limit] = BOUND.exec(bound)!;
    const order = compareFirmware(version, limit!);
    return is === '<' ? order < 0 : is === '<=' ? order <= 0 : is === '>' ? order > 0 : order >= 0;
  });
