import { AwsError } from '../aws-error.ts';

const LARGEST_PAGE = 100;

/** The page that a list call asks for; `after` is the key of the last item of the page before. */
export function pageOf(query: URLSearchParams): { after: string[]; limit: number } {
  const limit = Number(query.get('MaxResults') ?? LARGEST_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
    throw new AwsError(400, 'ValidationException', `MaxResults must be between 1 and ${LARGEST_PAGE}.`);
  }
  const token = query.get('NextToken');
  return { after: token === null ? [] : decodePage(token), limit };
}

export const encodePage = (key: string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

function decodePage(token: string): string[] {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as string[];
  } catch {
    throw new AwsError(400, 'ValidationException', 'Invalid NextToken.');
  }
}
