import { readFile } from 'node:fs/promises';
import { json, type StandInReply, type StandInRequest } from '../http.ts';
import type { Inbox } from './inbox.ts';

/** The inbox page may load only its own two files and the messages. */
const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

const FILES: Record<string, { file: string; type: string }> = {
  '/': { file: 'inbox.html', type: 'text/html; charset=utf-8' },
  '/inbox.css': { file: 'inbox.css', type: 'text/css; charset=utf-8' },
  '/inbox.js': { file: 'inbox.js', type: 'text/javascript; charset=utf-8' },
};

/** The inbox as a page and, for tests, as JSON; undefined for other paths. */
export async function inboxReply(
  inbox: Inbox,
  { method, path, query }: StandInRequest,
): Promise<StandInReply | undefined> {
  if (path === '/inbox.json' && method === 'DELETE') {
    await inbox.clear();
    return json(200, {});
  }
  if (method !== 'GET') return undefined;
  if (path === '/inbox.json') return json(200, { messages: inbox.list(query.get('to') ?? undefined) });
  const found = FILES[path];
  if (!found) return undefined;
  return {
    status: 200,
    headers: {
      'content-type': found.type,
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: await readFile(new URL(found.file, import.meta.url)),
  };
}
