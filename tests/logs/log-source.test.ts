import { describe, expect, it } from 'vitest';
import { LOG_SOURCES, type LogSource, sourceOf } from '#core/logs/log-source.ts';

const HOSTS: Record<string, LogSource> = {
  '': 'Current',
  localhost: 'Current',
  'portal.example.com': 'Current',
  'archive.example.com': 'Archive',
  'staging-archive.example.com': 'Archive',
  'ARCHIVE.example.com': 'Archive',
  'capture.example.com': 'Capture',
  'staging-capture.example.com': 'Capture',
  'current.example.com': 'Current',
  // Only the end of the first part counts.
  'archive-portal.example.com': 'Current',
  'portal.archive.example.com': 'Current',
  'myarchive.example.com': 'Current',
  '10.0.0.1': 'Current',
};

describe('the source of the TCP message log [P3-B77]', () => {
  describe.each(Object.entries(HOSTS))('on the host "%s"', (host, ofHost) => {
    it.each(LOG_SOURCES)('is %s if Database names it, however it is written', (source) => {
      for (const Database of [source, source.toLowerCase(), source.toUpperCase(), ` ${source} `])
        expect(sourceOf({ host, Database })).toBe(source);
    });

    it.each(['', ' '])('goes by the host if Database is "%s"', (Database) => {
      expect(sourceOf({ host, Database })).toBe(ofHost);
    });

    it.each(['Table', 'Archive2', 'none', 'constructor'])('is none if Database is "%s"', (Database) => {
      expect(sourceOf({ host, Database })).toBeUndefined();
    });
  });
});
